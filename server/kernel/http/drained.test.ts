import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { drained } from './drained.ts';

it.each(['drain', 'close'])(
  'ends with the event %s, and leaves no listener behind, however often it waits',
  async (event) => {
    const res = new EventEmitter();
    for (let count = 0; count < 20; count += 1) {
      const waiting = drained(res as unknown as ServerResponse);
      res.emit(event);
      await waiting;
    }
    expect(res.eventNames()).toEqual([]);
  },
);
