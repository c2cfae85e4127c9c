import { type FileHandle, open } from 'node:fs/promises';

/** What the header of a GGUF file says of the model. */
export interface GgufHeader {
  /** Text, number and yes-no values by their key; of lists, only short ones of texts. */
  values: ReadonlyMap<string, string | number | boolean | readonly string[]>;
  /** Where the last tensor begins, in bytes from the start of the file: a shorter file is not complete. */
  lastTensorAt: number;
}

/** Why a file is not a model that can be loaded. */
export class GgufError extends Error {}

const MAGIC = 0x46554747;
const VERSIONS = [2, 3];
const CHUNK = 1 << 20;
/** Headers hold the vocabulary: some ten megabytes. */
const HEADER_MAX = 128 << 20;
const KEYS_MAX = 10_000;
const TENSORS_MAX = 100_000;
const KEPT_TEXT = 1_000;
const KEPT_LIST = 300;
const ALIGNMENT = 32;

/** Sizes of the number types by their code in the format. */
const NUMBERS: Readonly<Record<number, (view: Buffer) => number>> = {
  0: (view) => view.readUInt8(),
  1: (view) => view.readInt8(),
  2: (view) => view.readUInt16LE(),
  3: (view) => view.readInt16LE(),
  4: (view) => view.readUInt32LE(),
  5: (view) => view.readInt32LE(),
  6: (view) => view.readFloatLE(),
  10: (view) => Number(view.readBigUInt64LE()),
  11: (view) => Number(view.readBigInt64LE()),
  12: (view) => view.readDoubleLE(),
};
const SIZES: Readonly<Record<number, number>> = {
  ...{ 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 },
};
const [BOOL, TEXT, LIST] = [7, 8, 9];

/**
 * Reads the header of a GGUF file, in pieces and within bounds: the file may be anything.
 * @throws {GgufError} when it is none. Other errors are those of the file system.
 */
export async function readGgufHeader(path: string): Promise<GgufHeader> {
  const file = await open(path, 'r');
  try {
    return await readFrom(createReader(file));
  } finally {
    await file.close();
  }
}

type Reader = ReturnType<typeof createReader>;

async function readFrom(reader: Reader): Promise<GgufHeader> {
  if ((await reader.number(4)) !== MAGIC) throw new GgufError('it does not begin as a GGUF file');
  if (!VERSIONS.includes(await reader.number(4)))
    throw new GgufError('its version of the format is not known');
  const tensors = await reader.count(TENSORS_MAX);
  const keys = await reader.count(KEYS_MAX);
  const values = new Map<string, string | number | boolean | readonly string[]>();
  for (let key = 0; key < keys; key += 1) {
    const name = await reader.text();
    const value = await readValue(reader, await reader.number(4));
    if (value !== null) values.set(name, value);
  }
  let last = 0;
  for (let tensor = 0; tensor < tensors; tensor += 1) {
    await reader.text();
    await reader.skip((await reader.number(4)) * 8 + 4);
    last = Math.max(last, await reader.number(10));
  }
  const alignment = Number(values.get('general.alignment') ?? ALIGNMENT) || ALIGNMENT;
  return { values, lastTensorAt: Math.ceil(reader.at() / alignment) * alignment + last };
}

async function readValue(
  reader: Reader,
  type: number,
): Promise<string | number | boolean | readonly string[] | null> {
  if (type === TEXT) return (await reader.text()).slice(0, KEPT_TEXT);
  if (type === BOOL) return (await reader.number(0)) !== 0;
  if (type !== LIST) return reader.number(type);
  const of = await reader.number(4);
  const length = await reader.number(10);
  const size = SIZES[of];
  if (size !== undefined) {
    await reader.skip(length * size);
    return null;
  }
  if (of !== TEXT) throw new GgufError('its header cannot be read');
  const texts: string[] = [];
  for (let place = 0; place < length; place += 1) {
    const text = await reader.text();
    if (length <= KEPT_LIST) texts.push(text.slice(0, KEPT_TEXT));
  }
  return texts;
}

/** Reads a file from its start, a piece at a time. */
function createReader(file: FileHandle) {
  let buffer = Buffer.alloc(0);
  let bufferAt = 0;
  let at = 0;

  async function take(length: number): Promise<Buffer> {
    if (length > HEADER_MAX || at + length > HEADER_MAX) throw new GgufError('its header is too long');
    if (at + length > bufferAt + buffer.length || at < bufferAt) {
      const next = Buffer.alloc(Math.max(CHUNK, length));
      const { bytesRead } = await file.read(next, 0, next.length, at);
      [buffer, bufferAt] = [next.subarray(0, bytesRead), at];
      if (bytesRead < length) throw new GgufError('it ends within its header');
    }
    const start = at - bufferAt;
    at += length;
    return buffer.subarray(start, start + length);
  }

  async function number(type: number): Promise<number> {
    const [read, size] = [NUMBERS[type], SIZES[type]];
    if (!read || size === undefined) throw new GgufError('its header cannot be read');
    return read(await take(size));
  }

  return {
    at: () => at,
    number,
    /** Reads how many of something follow. */
    count: async (most: number): Promise<number> => {
      const count = await number(10);
      if (count > most) throw new GgufError('its header cannot be read');
      return count;
    },
    text: async (): Promise<string> => (await take(await number(10))).toString('utf8'),
    skip: async (length: number): Promise<void> => {
      at += length;
      if (at > HEADER_MAX) throw new GgufError('its header is too long');
    },
  };
}
