import { describe, expect, it } from 'vitest';
import { messagesOf } from './kept-messages.ts';

describe('the messages of a stored prompt', () => {
  it('are returned one by one, with their other fields', () => {
    const prompt = JSON.stringify([
      { role: 'system', content: 'Be brief.' },
      { role: 'assistant', content: '', toolCalls: [{ name: 'look' }] },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: 'Yes', toolCalls: [] },
    ]);
    expect(messagesOf(prompt)).toEqual([
      { role: 'system', text: 'Be brief.' },
      { role: 'assistant', text: '{"toolCalls":[{"name":"look"}]}' },
      { role: 'user', text: '[{"type":"text","text":"Hi"}]' },
      { role: 'assistant', text: 'Yes' },
    ]);
  });

  it('are one text if the prompt was cut off', () => {
    const cut = '[{"role":"user","content":"aaaa… (50 more characters)';
    expect(messagesOf(cut)).toEqual([{ role: 'prompt', text: cut }]);
  });
});
