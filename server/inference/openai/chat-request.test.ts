import { describe, expect, it } from 'vitest';
import { readChatRequest } from './chat-request.ts';
import type { OpenAiError } from './openai-error.ts';

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

describe('a request that is not valid', () => {
  const messages = [{ role: 'user', content: 'hi' }];
  const errorOf = (body: object) => {
    try {
      readChatRequest({ model: 'm', messages, ...body }, 4_096);
    } catch (error) {
      return `${(error as OpenAiError).param}: ${(error as OpenAiError).message}`;
    }
    return null;
  };
  const saying = (content: unknown) => ({ messages: [{ role: 'user', content }] });

  it.each([
    [
      saying([{ text: 'hi' }]),
      "messages[0].content[0].type: Missing required parameter: 'messages[0].content[0].type'.",
    ],
    [
      saying(['hi']),
      "messages[0].content[0]: Invalid value for 'messages[0].content[0]': must be of type object, not string.",
    ],
    [
      saying(5),
      "messages[0].content: Invalid value for 'messages[0].content': must be of type string or array, not number.",
    ],
    [{ stop: ['a', null] }, "stop[1]: Invalid value for 'stop[1]': must be of type string, not null."],
    [
      { tool_choice: 'any' },
      "tool_choice: Invalid value for 'tool_choice': must be one of none, auto, required.",
    ],
    [
      { tool_choice: { type: 'function', name: 'f' } },
      "tool_choice.function: Missing required parameter: 'tool_choice.function'.",
    ],
    [{ seed: 1.5 }, "seed: Invalid value for 'seed': must be a whole number."],
  ])('names the field and what is wrong with it: %j', (body, error) => {
    expect(errorOf(body)).toBe(error);
  });

  it.each([
    { tool_choice: 'required' },
    { tool_choice: 'required', tools: [] },
    { tool_choice: { type: 'function', function: { name: 'f' } } },
  ])('asks for a call without tools: %j', (body) => {
    expect(errorOf(body)).toBe('tool_choice: tool_choice requires a call, but there are no tools.');
    expect(errorOf({ ...body, tool_choice: 'auto' })).toBeNull();
  });
});

it('takes seeds of 64 bits, as OpenAI does', () => {
  const seedOf = (seed: number) =>
    readChatRequest({ model: 'm', messages: [{ role: 'user', content: 'hi' }], seed }, 4_096).generations[0]
      ?.seed;
  expect(seedOf(2 ** 63)).toBe(seedOf(2 ** 63));
  expect(seedOf(-(2 ** 62) - 2 ** 20)).toBe(2 ** 20);
});
