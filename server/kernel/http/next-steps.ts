import { NEXT_STEPS } from '../../../shared/contract/public/hints.ts';
import { ERRORS, type ErrorCode, type ErrorDetail } from '../../../shared/domain/errors.ts';

/**
 * Returns the message of an error as a program gets it: with the first invalid field, because many tools show nothing else of
 * an error, and with what to do next.
 */
export function messageForPrograms(
  code: ErrorCode,
  message: string,
  details: readonly ErrorDetail[],
): string {
  if (message !== ERRORS[code].message) return message;
  const [first, ...others] = details;
  if (code === 'validation_failed' && first) {
    const more = others.length > 0 ? ` (and ${others.length} more: see \`details\`)` : '';
    return `The request is not valid: \`${first.path}\` ${first.message}${more}.`.replace(/\?\.$/, '?');
  }
  const next = NEXT_STEPS[code];
  return next === undefined ? message : `${message} ${next}`;
}
