import { AppError, type ErrorDetail } from '../../shared/domain/errors.ts';
import { inPlainWords } from '../kernel/http/describe-error.ts';
import type { Command } from './command.ts';

/**
 * What was typed, as the command's input.
 * @throws {AppError} validation_failed with every fault: unknown and missing options, bad values.
 */
export function readInput(command: Command, typed: Record<string, unknown>, rest: readonly string[]): never {
  const { json: _json, ...values } = typed;
  const flags = new Set(['--json', ...command.options.map(([flag]) => flag.split(' ')[0] ?? '')]);
  const parsed = command.input.safeParse(values);
  const faults = [...strangers(rest), ...swallowedOptions(values, flags)];
  const told = new Set(faults.map((fault) => fault.path));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const place = String(path[0] ?? '');
    const isMissing = values[place] === undefined;
    if (!told.has(place))
      faults.push({ path: place, message: isMissing ? 'is required' : inPlainWords(message) });
  }
  if (faults.length === 0 && parsed.success) return parsed.data as never;
  throw new AppError('validation_failed', { message: 'The command is not valid.', details: faults });
}

/** What is left over after every known option. */
function strangers(rest: readonly string[]): ErrorDetail[] {
  return rest.map((word) => ({
    path: word.split('=')[0] ?? word,
    message: word.startsWith('-') ? 'is no option of this command' : 'is not expected here',
  }));
}

/** `--name --json` gives the name "--json": an option that took the next one for its value. */
function swallowedOptions(values: Record<string, unknown>, flags: ReadonlySet<string>): ErrorDetail[] {
  return Object.entries(values)
    .filter(([, value]) => typeof value === 'string' && flags.has(value))
    .map(([path]) => ({ path, message: 'has no value' }));
}
