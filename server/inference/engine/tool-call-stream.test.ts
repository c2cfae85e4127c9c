import { describe, expect, it } from 'vitest';
import type { FromEngine } from '../protocol.ts';
import { toolCallStream, writtenCalls } from './tool-call-stream.ts';

function rig() {
  const sent: FromEngine[] = [];
  const stream = toolCallStream('one', (message) => void sent.push(message));
  const chunk = (callIndex: number, functionName: string, paramsChunk: string) =>
    stream.onFunctionCallParamsChunk({ callIndex, functionName, paramsChunk });
  return { sent, chunk, end: stream.onFunctionCall };
}
const call = (index: number, name: string | null, text: string): FromEngine => ({
  ev: 'tool-call',
  id: 'one',
  index,
  name,
  arguments: text,
});

describe('tool calls', () => {
  it('are sent in pieces, without trailing blank lines', () => {
    const { sent, chunk, end } = rig();
    for (const piece of ['{"city":', ' "São', ' ', 'Paulo"', '}\n', '\n\n\n']) chunk(0, 'weather', piece);
    end({ functionName: 'weather', params: { city: 'São Paulo' } });
    expect(sent).toEqual([
      call(0, 'weather', '{"city":'),
      call(0, null, ' "São'),
      call(0, null, ' Paulo"'),
      call(0, null, '}'),
    ]);
  });

  it('are sent even without parameters, before and after other calls', () => {
    const { sent, chunk, end } = rig();
    end({ functionName: 'now', params: undefined });
    chunk(1, 'weather', '{"city":"Rome"}\n\n');
    end({ functionName: 'weather', params: { city: 'Rome' } });
    end({ functionName: 'now', params: {} });
    expect(sent).toEqual([call(0, 'now', '{}'), call(1, 'weather', '{"city":"Rome"}'), call(2, 'now', '{}')]);
  });
});

describe('the calls of a truncated answer', () => {
  it.each([
    ['{"name": "look", "argu', [['look', '']]],
    ['{"name": "look", "arguments": {"at": "a } b', [['look', '{"at": "a } b']]],
    ['{"name": "look", "arguments": {"at": {"x": 1}}', [['look', '{"at": {"x": 1}}']]],
    [
      '[{"name":"look","arguments":{ } } , { "name" : "find" , "arguments" : {"q": "\\"}"} }, {"name": "look", "arguments": {"a',
      [
        ['look', '{ }'],
        ['find', '{"q": "\\"}"}'],
        ['look', '{"a'],
      ],
    ],
    ['[{"name":"look","arguments":{}}, ', [['look', '{}']]],
    ['[ {"na', []],
    ['', []],
  ] as const)('%s', (text, calls) => {
    expect(writtenCalls(text).map(({ name, arguments: given }) => [name, given])).toEqual(calls);
  });
});
