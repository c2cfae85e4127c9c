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
    hasBegun: false,
    isWhole: false,
    kept: { answer: '', finishReason: null },
  };
  const calls: string[] = [];
  await relayEvents(Readable.from(chunks), res as unknown as Response, wantsUsage, relayed, {
    open: () => void calls.push('open'),
    onBegin: () => void calls.push('begin'),
    onPiece: () => undefined,
  });
  return { out, relayed, calls };
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
        hasBegun: true,
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
      hasBegun: true,
      isWhole: false,
    });
  });

  const textOf = (events: readonly string[]) => events.map((event) => `${event}\n\n`).join('');
  const role = `data: ${JSON.stringify({ choices: [{ delta: { role: 'assistant', content: '' } }] })}`;
  const created = 'data: {"type":"response.created","response":{}}';
  const failed = (code: string) => `data: ${JSON.stringify({ error: { message: 'no', code } })}`;

  it.each([
    ['a role', role],
    ['the event of a response that begins', created],
    ['an error that another engine might not have', failed('engine_unavailable')],
  ])('hold back %s, so that another engine can still answer', async (_what, event) => {
    const { out, relayed, calls } = await relay([Buffer.from(textOf([event]))], true);
    expect([out, relayed.hasBegun, calls]).toEqual(['', false, []]);
  });

  it('send comments at once, and the rest with the first token', async () => {
    const events = [role, ': ping', piece('a'), 'data: [DONE]'];
    const waiting = await relay([Buffer.from(textOf(events.slice(0, 2)))], true);
    expect([waiting.out, waiting.relayed.hasBegun, waiting.calls]).toEqual([
      textOf([': ping']),
      false,
      ['open'],
    ]);
    const { out } = await relay(
      events.map((event) => Buffer.from(textOf([event]))),
      true,
    );
    expect(out).toBe(textOf([': ping', role, piece('a'), 'data: [DONE]']));
  });

  it.each([
    ['text', piece('a')],
    ['a tool call', `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{}] } }] })}`],
    ['a thought', `data: ${JSON.stringify({ choices: [{ delta: { reasoning_content: 'hm' } }] })}`],
    ['an end', `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'length' }] })}`],
    ['text to continue', `data: ${JSON.stringify({ choices: [{ text: 'a' }] })}`],
    ['a piece of a response', 'data: {"type":"response.output_text.delta","delta":"a"}'],
    ['an error that is the caller’s', failed('context_length_exceeded')],
  ])('belong to this engine from %s on', async (_what, event) => {
    const { out, relayed } = await relay([Buffer.from(textOf([role, event]))], true);
    expect([out, relayed.hasBegun]).toEqual([textOf([role, event]), true]);
  });
});
