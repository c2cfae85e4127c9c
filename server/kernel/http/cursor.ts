import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Keyring } from '../crypto/keyring.ts';

const MAC_BYTES = 12;

/**
 * A cursor is the last row's place in the order, with a MAC that covers the list it belongs to: its
 * tenant, its route and its filters. It gives no access by itself, and one list's cursor is none of another's.
 */
export interface Cursors {
  write(list: readonly unknown[], place: readonly (string | number)[]): string;
  /** @throws {AppError} validation_failed when it is not a cursor of this very list. */
  read(list: readonly unknown[], cursor: string): (string | number)[];
}

export function createCursors(keyring: Keyring): Cursors {
  // Of two JSON texts one after the other it is plain where the first one ends.
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
      // The decoder passes over what is no base64url, and over bits at the end that stand for nothing.
      const isWhole = mac.length === MAC_BYTES && bytes.toString('base64url') === cursor;
      if (isWhole && timingSafeEqual(mac, macOf(list, body))) return JSON.parse(body.toString());
      throw new AppError('validation_failed', {
        details: [{ path: 'cursor', message: 'is not a cursor of this list with these filters' }],
      });
    },
  };
}
