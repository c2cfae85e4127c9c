import { describe, expect, it } from 'vitest';
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

describe('the tools that may be called', () => {
  const toolOf = (name: string) => ({
    type: 'function',
    function: { name, parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  });
  const named = (name: string) => ({ type: 'function', function: { name } });
  const tools = [toolOf('weather'), toolOf('time'), toolOf('news')];
  const formOf = (mode: string, names: readonly string[]) => {
    const allowed = { mode, tools: names.map(named) };
    const messages = [{ role: 'user', content: 'hi' }];
    const tool_choice = { type: 'allowed_tools', allowed_tools: allowed };
    return readChatRequest({ model: 'm', messages, tools, tool_choice }, 4_096).generations[0]?.form;
  };

  it.each([
    ['auto', 'tools'],
    ['required', 'tool-call'],
  ])('are those that the request allows, in the mode %s', (mode, is) => {
    expect(formOf(mode, ['news', 'weather'])).toMatchObject({
      is,
      tools: [{ name: 'weather' }, { name: 'news' }],
    });
  });

  it('are none when none is allowed, and a call is not required', () => {
    expect(formOf('auto', [])).toEqual({ is: 'text' });
    expect(() => formOf('required', [])).toThrow('tool_choice requires a call and allows no tool.');
  });

  it('must be among the tools', () => {
    expect(() => formOf('auto', ['weather', 'stocks'])).toThrow(
      'tool_choice allows "stocks", which is not in tools.',
    );
  });

  it('need a mode that exists', () => {
    expect(() => formOf('none', ['weather'])).toThrow(/tool_choice/);
  });
});
