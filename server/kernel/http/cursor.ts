import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Keyring } from '../crypto/keyring.ts';

const MAC_BYTES = 12;

/**
 * A cursor is the position of the last row in the order, with a MAC over the list it belongs to: tenant,
 * route and filters. It grants no access, and is valid for its own list only.
 */
export interface Cursors {
  write(list: readonly unknown[], place: readonly (string | number)[]): string;
  /** @throws {AppError} validation_failed when it is not a cursor of this list. */
  read(list: readonly unknown[], cursor: string): (string | number)[];
}

export function createCursors(keyring: Keyring): Cursors {
  // Two concatenated JSON texts are unambiguous: it is clear where the first one ends.
  const macOf = (list: readonly unknown[], body: Buffer) =>
    keyring.sign(`${JSON.stringify(list)}${body.toString('utf8')}`).subarray(0, MAC_BYTES);
  return {
    write: (list, place) => {
      const body = Buffer.from(JSON.stringify(place));
      return Buffer.concat([macOf(list, body), body]).toString('base64url');
    },
    read: (list, cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const body = bytes.subarray(MAC_BYTES);
      const mac = bytes.subarray(0, MAC_BYTES);
      // The decoder ignores characters that are not base64url, and unused bits at the end.
      const isWhole = mac.length === MAC_BYTES && bytes.toString('base64url') === cursor;
      if (isWhole && timingSafeEqual(mac, macOf(list, body))) return JSON.parse(body.toString());
      throw new AppError('validation_failed', {
        details: [{ path: 'cursor', message: 'is not a cursor of this list with these filters' }],
      });
    },
  };
}
