import { parse as parseUuid, v7 as uuidv7 } from 'uuid';
import { CROCKFORD, ID_PREFIX, type IdKind, isId, TenantIdSchema } from '../../shared/domain/ids.ts';

/**
 * Returns a new id. Ids are UUIDv7, stored as BINARY(16) and shown as a prefix and 26 Crockford characters.
 * The application makes them, so they are safe on any cluster. They are sortable, so the clustered index
 * grows at its end.
 */
export function newId(kind: IdKind): string {
  return encodeId(kind, newKey());
}

/** Returns a new tenant id: the same 26 characters, without a prefix. */
export function newTenantId(): string {
  return encode(newKey());
}

/** Returns a new id in its stored form. */
export function newKey(): Buffer {
  return Buffer.from(parseUuid(uuidv7()));
}

/**
 * Returns a new id that sorts after another one, also when the clock of the server that made the other one is
 * ahead of ours.
 */
export function newKeyAfter(previous: Buffer): Buffer {
  const key = newKey();
  if (Buffer.compare(key, previous) > 0) return key;
  key.writeUIntBE(previous.readUIntBE(0, 6) + 1, 0, 6);
  return key;
}

/** Returns the time at which a key was made. */
export function timeOfKey(key: Buffer): Date {
  return new Date(key.readUIntBE(0, 6));
}

/** Returns a key that is below all ids made from a time on. */
export function lowestKeyAt(time: Date): Buffer {
  const key = Buffer.alloc(16);
  key.writeUIntBE(Math.max(0, time.getTime()), 0, 6);
  return key;
}

export function encodeId(kind: IdKind, key: Buffer): string {
  return `${ID_PREFIX[kind]}_${encode(key)}`;
}

/** Returns the stored form of an id that is known to be valid. */
export function decodeId(id: string): Buffer {
  return decode(id.slice(id.lastIndexOf('_') + 1));
}

/** Returns the stored form of an id from a caller; null when it is invalid, so that nothing has that id. */
export function tryDecodeId(kind: IdKind, id: string): Buffer | null {
  return isId(kind, id) ? decodeId(id) : null;
}

export function encodeTenantId(key: Buffer): string {
  return encode(key);
}

export function tryDecodeTenantId(id: string): Buffer | null {
  return TenantIdSchema.safeParse(id).success ? decode(id) : null;
}

/** The two characters for each number of 10 bits. */
const PAIRS = Array.from(
  { length: 1_024 },
  (_, pair) => CROCKFORD.charAt(pair >> 5) + CROCKFORD.charAt(pair & 31),
);

/** Encodes 128 bits as 26 characters: with two leading zero bits they are 13 × 10. */
function encode(key: Buffer): string {
  let text = '';
  let rest = 0;
  let bits = 2;
  for (const byte of key) {
    rest = (rest << 8) | byte;
    bits += 8;
    if (bits < 10) continue;
    bits -= 10;
    text += PAIRS[rest >> bits];
    rest &= (1 << bits) - 1;
  }
  return text;
}

function decode(body: string): Buffer {
  const key = Buffer.alloc(16);
  let at = 0;
  let rest = 0;
  // The first two bits are none of the key.
  let bits = -2;
  for (const character of body) {
    rest = (rest << 5) | CROCKFORD.indexOf(character);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    key[at] = rest >> bits;
    at += 1;
    rest &= (1 << bits) - 1;
  }
  return key;
}
