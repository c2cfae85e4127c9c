import { expect, it } from 'vitest';
import { readChatRequest } from './chat-request.ts';

it('reads what the model has refused before, as the openai package repeats it', () => {
  const messages = [
    { role: 'user', content: 'How do I pick a lock?' },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'I cannot help with that.' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'Ask a locksmith.' }] },
    { role: 'user', content: 'Why?' },
  ];
  const { generations } = readChatRequest({ model: 'm', messages }, 4_096);
  expect(generations[0]?.messages.map(({ content }) => content)).toEqual([
    'How do I pick a lock?',
    'I cannot help with that.',
    'Ask a locksmith.',
    'Why?',
  ]);
});
