import fc from 'fast-check';
import { HINTS } from './bank.ts';
import { fromSchema } from './from-schema.ts';
import { type Json, writeJson } from './hostile-values.ts';
import { damaged } from './json-tree.ts';
import { mostly } from './mostly.ts';
import type { Operation } from './operations.ts';

/** Invalid UTF-8: a byte that never occurs, a broken sequence, an encoded surrogate. */
const NOT_UTF8 = [Buffer.from([0xff]), Buffer.from([0xc3, 0x28]), Buffer.from([0xed, 0xa0, 0x80])];

/** Generates bodies for an operation, valid and invalid; null for none. */
export function bodyOf(operation: Operation): fc.Arbitrary<Buffer | null> {
  const raw = fc.oneof(
    fc.constantFrom(...RAW_BODIES).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 40 }).map(Buffer.from),
  );
  if (!operation.body)
    return mostly(9, fc.constant(null), fc.oneof(raw, damaged(fc.constant({})).map(asBytes)));
  const good = fromSchema(operation.body, HINTS).map(withoutClash);
  return fc.oneof(
    { weight: 9, arbitrary: good.map(asBytes) },
    { weight: 9, arbitrary: damaged(good).map(asBytes) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(good.map(asBytes), fc.constantFrom(...NOT_UTF8), fc.nat())
        .map(([bytes, wrong, at]) =>
          Buffer.concat([bytes.subarray(0, at % bytes.length), wrong, bytes.subarray(at % bytes.length)]),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(good.map(asBytes), fc.nat())
        .map(([bytes, at]) => bytes.subarray(0, at % bytes.length)),
    },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

/** A message of the inbox has a text or a file, or an attachment; with all of them, none would ever be sent. */
function withoutClash(body: Json): Json {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body;
  if (!('attachment' in body) || !('content' in body || 'mediaId' in body)) return body;
  const { attachment: _, ...others } = body;
  return others;
}

function asBytes(value: Json): Buffer {
  return Buffer.from(writeJson(value));
}

const RAW_BODIES = [
  '',
  'null',
  '{}',
  '[]',
  '"text"',
  '0',
  '{',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  "{'a':1}",
  '{"a":1,}',
  'a=b&c=d',
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  ' '.repeat(300_000),
  `{"name":"${'z'.repeat(300_000)}"}`,
  '[1',
  '{"a":\u0000}',
];
