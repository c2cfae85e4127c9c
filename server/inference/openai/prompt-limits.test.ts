import { describe, expect, it } from 'vitest';
import { readChatRequest } from './chat-request.ts';
import { readResponsesRequest } from './responses-request.ts';
import { readTextRequest } from './text-request.ts';

const chat = (more: object = {}) => ({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...more });
const CONTEXT = 4_096;
const read = (more: object) => () => readChatRequest(chat(more), CONTEXT);
const tooLong = { status: 400, code: 'context_length_exceeded', param: 'messages' };
const thrownBy = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('the limits of a prompt', () => {
  it('allow 16 bytes for each token of the context, and reject one more byte', () => {
    const of = (bytes: number) => read({ messages: [{ role: 'user', content: 'x'.repeat(bytes) }] });
    expect(of(CONTEXT * 16)).not.toThrow();
    expect(thrownBy(of(CONTEXT * 16 + 1))).toMatchObject({
      ...tooLong,
      message:
        'The messages are 65537 bytes, but a context of 4096 tokens holds at most 65536 bytes. Shorten them.',
    });
  });

  it('include the schemas in the prompt', () => {
    const tools = Array.from({ length: 40 }, (_, index) => ({
      type: 'function',
      function: {
        name: `f${index}`,
        parameters: { type: 'object', properties: { a: { description: 'x'.repeat(2_000) } } },
      },
    }));
    expect(thrownBy(read({ tools }))).toMatchObject(tooLong);
    expect(read({ tools, tool_choice: 'none' })).not.toThrow();
  });

  it('count nested lists as often as the engine repeats them', () => {
    const nested = (levels: number) => {
      let schema: object = { type: 'string' };
      for (let level = 0; level < levels; level += 1) schema = { type: 'array', minItems: 9, items: schema };
      const parameters = { type: 'object', properties: { a: schema } };
      return { tools: [{ type: 'function', function: { name: 'f', parameters } }] };
    };
    expect(read(nested(2))).not.toThrow();
    expect(thrownBy(read(nested(8)))).toMatchObject(tooLong);
    const $defs = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [
        `d${at}`,
        at === 7 ? {} : { type: 'array', minItems: 9, items: { $ref: `#/$defs/d${at + 1}` } },
      ]),
    );
    const parameters = { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs };
    const tools = [{ type: 'function', function: { name: 'f', parameters } }];
    expect(thrownBy(read({ tools }))).toMatchObject(tooLong);
  });

  it('count the result of a call as often as calls have its id', () => {
    const called = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
    const messages = (calls: number, idOf: (index: number) => string) => [
      { role: 'user', content: 'hi' },
      { role: 'assistant', tool_calls: Array.from({ length: calls }, (_, index) => called(idOf(index))) },
      { role: 'tool', tool_call_id: 'same', content: 'x'.repeat(30_000) },
    ];
    expect(read({ messages: messages(2, () => 'same') })).not.toThrow();
    expect(thrownBy(read({ messages: messages(3, () => 'same') }))).toMatchObject(tooLong);
    expect(read({ messages: messages(3, String) })).not.toThrow();
  });

  it('reject texts to stop at that are longer than any answer needs', () => {
    expect(read({ stop: ['x'.repeat(1_000)] })).not.toThrow();
    expect(thrownBy(read({ stop: ['x'.repeat(1_001)] }))).toMatchObject({ status: 400, param: 'stop[0]' });
    expect(thrownBy(read({ stop: 'x'.repeat(1_001) }))).toMatchObject({ status: 400, param: 'stop' });
  });

  it('reject more messages, parts and calls than tokens, without reading them', () => {
    const many = Array.from({ length: CONTEXT + 1 }, () => 'neither read nor reported');
    expect(thrownBy(read({ messages: many }))).toMatchObject(tooLong);
    expect(thrownBy(read({ messages: [{ role: 'user', content: many }] }))).toMatchObject(tooLong);
    expect(thrownBy(read({ messages: [{ role: 'assistant', tool_calls: many }] }))).toMatchObject(tooLong);
  });

  it('name the field that holds the prompt in each API', () => {
    const long = 'x'.repeat(CONTEXT * 16 + 1);
    const ofResponses = (more: object) => () => readResponsesRequest({ model: 'm', ...more }, CONTEXT);
    const ofText = (more: object) => () => readTextRequest({ model: 'm', ...more }, CONTEXT);
    const error = { status: 400, code: 'context_length_exceeded' };
    expect(thrownBy(ofResponses({ input: long }))).toMatchObject({
      ...{ ...error, param: 'input' },
      message:
        'The input is 65537 bytes, but a context of 4096 tokens holds at most 65536 bytes. Shorten it.',
    });
    const many = Array.from({ length: CONTEXT + 1 }, () => 'neither read nor reported');
    expect(thrownBy(ofResponses({ input: many }))).toMatchObject({ ...error, param: 'input' });
    expect(thrownBy(ofText({ prompt: long }))).toMatchObject({ ...error, param: 'prompt' });
    const biases = Object.fromEntries(Array.from({ length: 1_025 }, (_, id) => [id, 1]));
    expect(thrownBy(ofResponses({ input: 'hi', logit_bias: biases }))).toMatchObject({ param: 'logit_bias' });
  });

  it('reject more than 1,024 biases and name the field', () => {
    const biases = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, id) => [id, 1]));
    expect(read({ logit_bias: biases(1_024) })).not.toThrow();
    expect(thrownBy(read({ logit_bias: biases(1_025) }))).toMatchObject({
      status: 400,
      param: 'logit_bias',
      message: "'logit_bias' has more than 1,024 entries. Send fewer.",
    });
  });
});
