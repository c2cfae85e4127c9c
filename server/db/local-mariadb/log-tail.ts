import { readIfThere } from './private-files.ts';

/** The last lines of a log file, for an error message. */
export function logTail(file: string, lines = 12): string {
  return (readIfThere(file) ?? '').trimEnd().split('\n').slice(-lines).join('\n');
}
