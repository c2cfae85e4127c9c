import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { callerOf } from './caller.ts';
import { createReadTurns } from './read-turns.ts';

/** Takes turns of callers, and writes down which requests have started. */
function setUp(max: number) {
  const turns = createReadTurns(max);
  const started: string[] = [];
  return {
    started,
    begin: (token: string, name: string, scheme = 'Bearer') => {
      const res = new EventEmitter();
      const req = { headers: { authorization: `${scheme} ${token}` }, socket: {} } as IncomingMessage;
      turns.take(req, res as unknown as ServerResponse, () => started.push(name));
      return () => void res.emit('close');
    },
  };
}

it('starts so many reads of a caller at a time, the others in order; other callers do not wait', () => {
  const { started, begin } = setUp(2);
  const [end1] = ['a1', 'a2', 'a3', 'a4'].map((name) => begin('a', name));
  begin('b', 'b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  end1?.();
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('counts a key once, however its scheme is spelled, and a session with any other cookies', () => {
  const { started, begin } = setUp(1);
  begin('a', 'a1');
  begin('a', 'a2', 'bEARER');
  expect(started).toEqual(['a1']);
  const cookies = ['sid=ses_1', 'sid=ses_1; other=1', 'sid=ses_2'];
  const requests = cookies.map((cookie) => ({ headers: { cookie }, socket: {} }) as IncomingMessage);
  expect(requests.map(callerOf)).toEqual(['ses_1', 'ses_1', 'ses_2']);
});

it('does not start a read whose caller has disconnected, and forgets it', () => {
  const { started, begin } = setUp(1);
  const end1 = begin('a', 'a1');
  const disconnect = begin('a', 'a2');
  begin('a', 'a3');
  disconnect();
  expect(started).toEqual(['a1']);
  end1();
  expect(started).toEqual(['a1', 'a3']);
});
