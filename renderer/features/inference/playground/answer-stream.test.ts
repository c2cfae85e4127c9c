import { describe, expect, it } from 'vitest';
import { loadPageTexts } from '../../../lib/i18n.ts';
import { type AnswerEvent, readAnswer } from './answer-stream.ts';

// The texts of these pages are loaded when a page needs them.
await loadPageTexts();

const chunk = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const text = (content: string) => chunk({ choices: [{ delta: { content }, finish_reason: null }] });

/** Reads `sent` in chunks of `size` bytes. */
async function read(sent: string, size: number): Promise<AnswerEvent[]> {
  const bytes = new TextEncoder().encode(sent);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
  const events: AnswerEvent[] = [];
  for await (const event of readAnswer(body)) events.push(event);
  return events;
}

describe('a streamed answer', () => {
  it('is read piece by piece, regardless of where the chunks end', async () => {
    const sent =
      chunk({ choices: [{ delta: { role: 'assistant', content: '' }, finish_reason: null }] }) +
      ': ping\n\n' +
      chunk({ choices: [{ delta: { reasoning_content: 'Hm.' }, finish_reason: null }] }) +
      text('Grüße 👋') +
      chunk({ choices: [{ delta: {}, finish_reason: 'length' }] }) +
      chunk({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } }) +
      'data: [DONE]\n\n';
    for (const size of [1, 2, 5, 10_000]) {
      expect(await read(sent, size)).toEqual([
        { is: 'started' },
        { is: 'thought', text: 'Hm.' },
        { is: 'text', text: 'Grüße 👋' },
        { is: 'end', reason: 'length' },
        { is: 'usage', promptTokens: 5, cachedTokens: 0, completionTokens: 2 },
      ]);
    }
  });

  it('reports progress before the first word', async () => {
    const sent = ': queue-position 2\n\n: queue-position 1\n\n: prompt-read 256/860\n\n';
    for (const size of [1, 10_000]) {
      expect(await read(`${sent}data: [DONE]\n\n`, size)).toEqual([
        { is: 'waiting', position: 2 },
        { is: 'waiting', position: 1 },
        { is: 'reading', read: 256, of: 860 },
      ]);
    }
  });

  it('reports an error when it ends early', async () => {
    expect((await read(text('a'), 99)).at(-1)).toEqual({
      is: 'error',
      message: 'The answer was interrupted. Try again.',
    });
    const failed = text('a') + chunk({ error: { message: 'The engine ended.' } });
    expect(await read(failed, 99)).toContainEqual({ is: 'error', message: 'The engine ended.' });
  });
});
