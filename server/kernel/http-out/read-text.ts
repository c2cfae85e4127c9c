import type { Readable } from 'node:stream';

/** Thrown for a text with more bytes than the limit. */
export class TooLong extends Error {}

/** Reads a text. @throws {TooLong} when it has more bytes than the limit; the rest is not read. */
export async function readText(body: Readable, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new TooLong(`the answer has more than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
