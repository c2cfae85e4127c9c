import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { OperatorError } from '../../db/local-mariadb/index.ts';

/*
 * An encrypted backup: a line of magic, a line of JSON, then chunks. Each chunk is its length (4 bytes), the
 * ciphertext and the tag of AES-256-GCM. The nonce holds the number of the chunk and whether it is the last one, so
 * chunks cannot be moved, left out or cut off.
 */
const MAGIC = Buffer.from('SWITCHBOARD-BACKUP-1\n');
const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const HEADER_MAX_BYTES = 1_024;

const HeaderSchema = z.object({
  kdf: z.literal('scrypt'),
  // Bounded: the header is read before it can be authenticated.
  n: z.union([z.literal(2 ** 14), z.literal(2 ** 17)]),
  r: z.literal(8),
  p: z.literal(1),
  salt: z.string().regex(/^[\w-]{43}$/),
  /** Tells a wrong passphrase from a damaged file. */
  check: z.string().regex(/^[\w-]{22}$/),
});
type Header = z.infer<typeof HeaderSchema>;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

async function keysOf(passphrase: string, { n, r, p, salt }: Pick<Header, 'n' | 'r' | 'p' | 'salt'>) {
  const options = { N: n, r, p, maxmem: 256 * 1024 * 1024 };
  const secret = await derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), 32, options);
  const subKey = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
  return { boxKey: subKey('box', 32), check: subKey('check', 16) };
}

/** Returns a function that encrypts the bytes of a backup, for `pipeline`. */
export function sealWith(passphrase: string, cost: Header['n'] = 2 ** 17) {
  return async function* seal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const parameters = {
      kdf: 'scrypt' as const,
      n: cost,
      r: 8 as const,
      p: 1 as const,
      salt: randomBytes(32).toString('base64url'),
    };
    const { boxKey, check } = await keysOf(passphrase, parameters);
    const line = Buffer.from(`${JSON.stringify({ ...parameters, check: check.toString('base64url') })}\n`);
    yield MAGIC;
    yield line;
    const context = createHash('sha256').update(line).digest();
    let held: Buffer | null = null;
    let number = 0;
    for await (const chunk of inChunks(source, CHUNK_BYTES)) {
      if (held) yield sealChunk(boxKey, context, held, number++, false);
      held = chunk;
    }
    yield sealChunk(boxKey, context, held ?? Buffer.alloc(0), number, true);
  };
}

/** Whether the bytes are the start of an encrypted backup. */
export function isSealed(start: Buffer): boolean {
  return start.subarray(0, MAGIC.length).equals(MAGIC);
}

/**
 * Decrypts a backup.
 * @throws {OperatorError} `wrong_passphrase`, or `backup_damaged` when the bytes are not those that were written.
 */
export async function* unseal(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const bytes = byteReader(source);
  await bytes.take(MAGIC.length);
  const line = await bytes.takeLine(HEADER_MAX_BYTES);
  const parsed = HeaderSchema.safeParse(parseJson(line.toString()));
  if (!parsed.success) throw damaged('its header cannot be read');
  const { boxKey, check } = await keysOf(passphrase, parsed.data);
  if (!timingSafeEqual(check, Buffer.from(parsed.data.check, 'base64url')))
    throw new OperatorError('wrong_passphrase', 'The passphrase is not the one of this backup.');
  const context = createHash('sha256').update(line).digest();
  for (let number = 0; ; number += 1) {
    const length = (await bytes.take(4)).readUInt32BE(0);
    if (length > CHUNK_BYTES) throw damaged('a chunk is too long');
    const body = await bytes.take(length + TAG_BYTES);
    const isLast = await bytes.isAtEnd();
    try {
      const decipher = createDecipheriv('aes-256-gcm', boxKey, nonceOf(number, isLast))
        .setAAD(context)
        .setAuthTag(body.subarray(length));
      yield Buffer.concat([decipher.update(body.subarray(0, length)), decipher.final()]);
    } catch {
      throw damaged('it was modified or cut off');
    }
    if (isLast) return;
  }
}

/** Returns the error for a file that is not as it was written. */
export function damaged(what: string, cause?: unknown): OperatorError {
  return new OperatorError(
    'backup_damaged',
    `The backup is damaged: ${what}. Nothing was restored; use another copy.`,
    { cause },
  );
}

function sealChunk(key: Buffer, context: Buffer, plain: Buffer, number: number, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(context);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body, cipher.getAuthTag()]);
}

/** The key belongs to one file, so a counter is never used twice with it. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

async function* inChunks(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    for (let from = 0; from < part.length; ) {
      const piece = part.subarray(from, from + size - length);
      parts.push(piece);
      length += piece.length;
      from += piece.length;
      if (length < size) continue;
      yield Buffer.concat(parts);
      parts = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(parts);
}

function byteReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function more(): Promise<boolean> {
    const { value, done } = await iterator.next();
    if (done) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  }
  async function take(length: number): Promise<Buffer> {
    while (rest.length < length) if (!(await more())) throw damaged('it was cut off');
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  }
  return {
    take,
    takeLine: async (max: number): Promise<Buffer> => {
      for (;;) {
        const end = rest.indexOf(10);
        if (end >= 0) return take(end + 1);
        if (rest.length > max || !(await more())) throw damaged('its header cannot be read');
      }
    },
    isAtEnd: async () => rest.length === 0 && !(await more()),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
