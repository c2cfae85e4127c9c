import { ConfigError } from '../config.ts';
import { OperatorError } from '../db/local-mariadb/index.ts';

/** The exit code of a process that would fail again if it were restarted (EX_CONFIG of sysexits.h). */
export const CANNOT_START_EXIT_CODE = 78;

/** Errors that another start does not repair. A database that is away, or a port that is taken, may be no problem a minute later. */
const LASTING: readonly OperatorError['code'][] = [
  'restore_incomplete',
  'schema_newer',
  'secret_key_differs',
  'secret_key_missing',
  'server_cannot_start',
];

/** Returns the exit code of a process that ends with this error, for what may start it again. */
export function exitCodeOf(error: unknown): number {
  const isLasting =
    error instanceof ConfigError || (error instanceof OperatorError && LASTING.includes(error.code));
  return isLasting ? CANNOT_START_EXIT_CODE : 1;
}
