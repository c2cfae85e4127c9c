import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleMessage } from '../../test-samples.ts';
import { compareMessages } from './thread-order.ts';
import {
  openThread,
  patchThread,
  prependMessages,
  resetThreads,
  upsertMessages,
  useThreads,
} from './threads.store.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();
const threadOf = (id: string) => useThreads.getState()[id];

afterEach(resetThreads);

describe('the threads store', () => {
  it('keeps messages sorted and without duplicates, in any order of arrival', () => {
    const messages = Array.from({ length: 12 }, (_, index) =>
      sampleMessage({ id: `msg_${String(index).padStart(2, '0')}`, createdAt: at(Math.floor(index / 3)) }),
    );
    const arrival = fc.array(fc.constantFrom(...messages), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(arrival, (arrived) => {
        resetThreads();
        openThread('cv_1');
        for (const message of arrived) upsertMessages('cv_1', [message]);
        const stored = threadOf('cv_1')?.messages ?? [];
        expect(stored).toEqual([...stored].sort(compareMessages));
        expect(new Set(stored.map((message) => message.id)).size).toBe(stored.length);
        expect(stored.length).toBe(new Set(arrived.map((message) => message.id)).size);
      }),
    );
  });

  it('ignores messages of threads that are not open', () => {
    upsertMessages('cv_9', [sampleMessage()]);
    expect(threadOf('cv_9')).toBeUndefined();
  });

  it('ignores messages older than the loaded part until their page is loaded', () => {
    openThread('cv_1');
    upsertMessages('cv_1', [sampleMessage({ id: 'msg_b', createdAt: at(20) })]);
    patchThread('cv_1', { phase: 'ready', nextCursor: 'more' });
    upsertMessages('cv_1', [sampleMessage({ id: 'msg_a', createdAt: at(1) })]);
    expect(threadOf('cv_1')?.messages.map((message) => message.id)).toEqual(['msg_b']);
    prependMessages('cv_1', [sampleMessage({ id: 'msg_a', createdAt: at(1) })], null);
    expect(threadOf('cv_1')).toMatchObject({ prepended: 1, nextCursor: null });
    expect(threadOf('cv_1')?.messages.map((message) => message.id)).toEqual(['msg_a', 'msg_b']);
  });

  it('drops the least recently opened thread', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) openThread(id);
    openThread('a');
    openThread('g');
    expect(Object.keys(useThreads.getState())).toEqual(['c', 'd', 'e', 'f', 'a', 'g']);
  });

  it('keeps a long thread only while it is open', () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      sampleMessage({ id: `msg_${index}`, createdAt: at(index) }),
    );
    openThread('long');
    upsertMessages('long', many);
    openThread('long');
    expect(threadOf('long')?.messages.length).toBe(250);
    openThread('other');
    expect(Object.keys(useThreads.getState())).toEqual(['other']);
  });

  it('keeps a bounded number of messages', () => {
    for (let visit = 0; visit < 300; visit += 1) {
      const id = `cv_${visit % 40}`;
      openThread(id);
      const page = Array.from({ length: 50 }, (_, index) =>
        sampleMessage({ id: `msg_${visit}_${index}`, conversationId: id, createdAt: at(index) }),
      );
      upsertMessages(id, page);
      upsertMessages('cv_unopened', page);
    }
    const threads = Object.values(useThreads.getState());
    expect(threads.length).toBe(6);
    expect(threads.reduce((sum, thread) => sum + thread.messages.length, 0)).toBeLessThanOrEqual(6 * 200);
  });
});
