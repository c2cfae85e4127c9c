import { Readable, Writable } from 'node:stream';
import type { Response } from 'express';
import { describe, expect, it } from 'vitest';
import { type Relayed, relayEvents } from './relay-events.ts';

const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`;
const usage = `data: ${JSON.stringify({
  choices: [],
  usage: { prompt_tokens: 7, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 3 } },
})}`;

async function relay(chunks: Iterable<Buffer>, wantsUsage: boolean) {
  let out = '';
  const res = new Writable({
    // A slow reader, which relaying has to wait for.
    highWaterMark: 1,
    write: (chunk, _encoding, done) => {
      out += chunk;
      setImmediate(done);
    },
  });
  const relayed: Relayed = {
    usage: null,
    pieces: 0,
    isWhole: false,
    kept: { answer: '', finishReason: null },
  };
  await relayEvents(Readable.from(chunks), res as unknown as Response, wantsUsage, relayed, () => undefined);
  return { out, relayed };
}

describe('events of an upstream engine', () => {
  it.each(['\n\n', '\r\n\r\n'])('pass through unchanged at any chunk boundary (%j)', async (end) => {
    const sent = [': ping', piece('Grüße 👋'), piece('zwei'), usage, 'data: [DONE]'];
    const bytes = Buffer.from(sent.map((event) => event + end).join(''));
    for (const size of [1, 3, 7, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const { out, relayed } = await relay(chunks, true);
      expect(out).toBe(sent.map((event) => `${event}\n\n`).join(''));
      expect(relayed).toEqual({
        usage: { promptTokens: 7, completionTokens: 2, cachedTokens: 3 },
        pieces: 2,
        isWhole: true,
        kept: { answer: 'Grüße 👋zwei', finishReason: null },
      });
    }
  });

  it('omit the usage for callers that did not request it', async () => {
    const sent = [piece('a'), usage, 'data: [DONE]'];
    const { out, relayed } = await relay([Buffer.from(sent.map((event) => `${event}\n\n`).join(''))], false);
    expect(out).not.toContain('prompt_tokens');
    expect(out).toContain('[DONE]');
    expect(relayed.usage?.promptTokens).toBe(7);
  });

  it('are incomplete without the [DONE] marker', async () => {
    expect((await relay([Buffer.from(`${piece('a')}\n\n`)], false)).relayed).toEqual({
      usage: null,
      kept: { answer: 'a', finishReason: null },
      pieces: 1,
      isWhole: false,
    });
  });
});
