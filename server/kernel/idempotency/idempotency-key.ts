import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';

const HEADER = 'Idempotency-Key';
const KEY = /^[\x21-\x7e]{1,255}$/;
/** The quoted form from the draft of the header: a string in which only \" and \\ are escaped. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/** The message of `contact_not_found` for a request that is repeated after the contact of its response was deleted. */
export const ERASED_ANSWER =
  'The contact of the first request with this Idempotency-Key was deleted. Use a new key to run the request again.';

/**
 * Returns the key of a call, or null when it has none. `abc` and `"abc"` are the same key.
 * @throws {AppError} validation_failed when the header is present but not a valid key.
 */
export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  const key = header.startsWith('"') ? QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1') : header;
  if (key !== undefined && KEY.test(key)) return key;
  throw new AppError('validation_failed', {
    details: [{ path: HEADER, message: 'must be 1 to 255 visible ASCII characters without blanks' }],
  });
}

/**
 * Returns the SHA-256 of a caller's key: two API keys that use the same Idempotency-Key do not meet. Hashes have
 * a fixed length, and the table does not reveal the keys that callers chose.
 */
export function hashKey(callerId: string, key: string): Buffer {
  return createHash('sha256').update(`${callerId}\n${key}`).digest();
}

/**
 * Returns a digest of the method, path and body that identifies a request, independent of the order of the
 * body's fields.
 * @throws {AppError} validation_failed when the body is nested too deeply.
 */
export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  try {
    return createHash('sha256')
      .update(`${method}\n${path}\n${canonicalJson(body)}`)
      .digest();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('validation_failed', { details: [{ path: 'body', message: 'is nested too deeply' }] });
  }
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(',')}}`;
}
