import { parse as parseUuid, v7 as uuidv7 } from 'uuid';
import { CROCKFORD, ID_PREFIX, type IdKind, isId, TenantIdSchema } from '../../shared/domain/ids.ts';

/**
 * Ids are UUIDv7 made here, stored as BINARY(16) and shown as a prefix with 26 Crockford characters.
 * Made by the application, so they are safe on any cluster; sortable, so the clustered index grows at its end.
 */
export function newId(kind: IdKind): string {
  return encodeId(kind, newKey());
}

/** A new tenant id: the same 26 characters, without prefix. */
export function newTenantId(): string {
  return encode(newKey());
}

/** A new id in its stored form. */
export function newKey(): Buffer {
  return Buffer.from(parseUuid(uuidv7()));
}

export function encodeId(kind: IdKind, key: Buffer): string {
  return `${ID_PREFIX[kind]}_${encode(key)}`;
}

/** The stored form of an id that is known to be well formed. */
export function decodeId(id: string): Buffer {
  return decode(id.slice(id.lastIndexOf('_') + 1));
}

/** The stored form of what a caller gave as an id, or null when it cannot be one: then nothing has that id. */
export function tryDecodeId(kind: IdKind, id: string): Buffer | null {
  return isId(kind, id) ? decodeId(id) : null;
}

export function encodeTenantId(key: Buffer): string {
  return encode(key);
}

export function tryDecodeTenantId(id: string): Buffer | null {
  return TenantIdSchema.safeParse(id).success ? decode(id) : null;
}

/** 128 bits as 26 characters: the first holds 3 bits, the others 5. */
function encode(key: Buffer): string {
  let value = BigInt(`0x${key.toString('hex')}`);
  const characters: string[] = [];
  for (let index = 0; index < 26; index += 1) {
    characters.push(CROCKFORD.charAt(Number(value & 31n)));
    value >>= 5n;
  }
  return characters.reverse().join('');
}

function decode(body: string): Buffer {
  let value = 0n;
  for (const character of body) value = (value << 5n) | BigInt(CROCKFORD.indexOf(character));
  return Buffer.from(value.toString(16).padStart(32, '0'), 'hex');
}
