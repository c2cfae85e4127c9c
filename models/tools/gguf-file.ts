import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/**
 * A header value of a model file. Integers are written as 32-bit unsigned, other numbers as 32-bit floats.
 */
export type HeaderValue =
  | { is: 'whole'; value: number }
  | { is: 'float'; value: number }
  | { is: 'text'; value: string }
  | { is: 'yes-no'; value: boolean }
  | { is: 'texts'; value: readonly string[] }
  | { is: 'wholes'; value: readonly number[] };

/** A matrix or vector of the model. Its bytes are generated in pieces while it is written. */
export interface Tensor {
  name: string;
  /** The dimensions, row length first, as in the file format. */
  shape: readonly number[];
  type: 'F32' | 'Q4_0';
  pieces(): Iterable<Uint8Array>;
}

const VERSION = 3;
const ALIGNMENT = 32;
const TENSOR_TYPES = { F32: 0, Q4_0: 2 } as const;
/** The codes of the value types in the header. */
const CODES = { whole: 4, float: 6, 'yes-no': 7, text: 8, array: 9, int32: 5 } as const;
/** Q4_0 stores 32 weights as a 16-bit scale and 16 bytes of nibbles. */
export const Q4_BLOCK = { weights: 32, bytes: 18 } as const;

/**
 * Writes a model file (GGUF, version 3). The file gets its final name only when it is complete, so an
 * interrupted build leaves nothing that could be loaded.
 * @throws when a tensor has more or fewer bytes than its shape requires.
 */
export function writeGguf(
  path: string,
  header: Readonly<Record<string, HeaderValue>>,
  tensors: readonly Tensor[],
): void {
  const draft = `${path}.${process.pid}.part`;
  const file = openSync(draft, 'w', 0o600);
  try {
    const start = pad(headerBytes(header, tensors));
    writeAll(file, start);
    for (const tensor of tensors) {
      let written = 0;
      for (const piece of tensor.pieces()) {
        writeAll(file, piece);
        written += piece.byteLength;
      }
      if (written !== sizeOf(tensor)) {
        throw new Error(
          `Tensor ${tensor.name} has ${written} bytes, not the ${sizeOf(tensor)} of its shape.`,
        );
      }
      writeAll(file, new Uint8Array(padding(written)));
    }
    closeSync(file);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function headerBytes(header: Readonly<Record<string, HeaderValue>>, tensors: readonly Tensor[]): Buffer {
  const parts = [Buffer.from('GGUF'), u32(VERSION), u64(tensors.length), u64(Object.keys(header).length)];
  for (const [name, value] of Object.entries(header)) parts.push(text(name), valueBytes(value));
  let offset = 0;
  for (const tensor of tensors) {
    parts.push(text(tensor.name), u32(tensor.shape.length), ...tensor.shape.map(u64));
    parts.push(u32(TENSOR_TYPES[tensor.type]), u64(offset));
    offset += sizeOf(tensor) + padding(sizeOf(tensor));
  }
  return Buffer.concat(parts);
}

function valueBytes(value: HeaderValue): Buffer {
  switch (value.is) {
    case 'whole':
      return Buffer.concat([u32(CODES.whole), u32(value.value)]);
    case 'float':
      return Buffer.concat([u32(CODES.float), f32(value.value)]);
    case 'yes-no':
      return Buffer.concat([u32(CODES['yes-no']), Buffer.from([value.value ? 1 : 0])]);
    case 'text':
      return Buffer.concat([u32(CODES.text), text(value.value)]);
    case 'texts':
      return listBytes(CODES.text, value.value.map(text));
    case 'wholes':
      return listBytes(CODES.int32, value.value.map(u32));
  }
}

function listBytes(code: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(CODES.array), u32(code), u64(items.length), Buffer.concat(items)]);
}

function sizeOf({ shape, type }: Tensor): number {
  const weights = shape.reduce((product, side) => product * side, 1);
  return type === 'F32' ? weights * 4 : (weights / Q4_BLOCK.weights) * Q4_BLOCK.bytes;
}

function padding(size: number): number {
  return (ALIGNMENT - (size % ALIGNMENT)) % ALIGNMENT;
}

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(padding(bytes.length))]);
}

function writeAll(file: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.byteLength) done += writeSync(file, bytes, done);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}
