import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { EventEnvelope } from '../../../shared/events/index.ts';
import { createEventStream, type MissedEvents } from './event-stream.ts';

/** Simulates a server with `latest` events, served in pages, and records the events that were applied. */
function setup(latest: number) {
  const server = { latest, page: 500 };
  const applied: number[] = [];
  const deps = {
    fetchSince: vi.fn(
      async (since: number): Promise<MissedEvents> => ({
        events: range(since + 1, Math.min(server.latest, since + server.page)),
        latestSeq: server.latest,
        resyncRequired: since > server.latest,
      }),
    ),
    apply: ({ seq }: EventEnvelope): void => {
      applied.push(seq);
    },
    resync: vi.fn(async () => undefined),
    wait: vi.fn(async () => undefined),
    onError: vi.fn(),
  };
  return { server, applied, deps };
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({
    seq: from + index,
    name: 'contact.updated',
  }));

describe('the event stream', () => {
  it('applies the next event immediately and ignores duplicates', () => {
    const { applied, deps } = setup(5);
    const stream = createEventStream(5, deps);
    stream.receive({ seq: 6 });
    stream.receive({ seq: 6 });
    stream.receive({ seq: 4 });
    stream.receive({ seq: 7 });
    expect(applied).toEqual([6, 7]);
    expect(deps.fetchSince).not.toHaveBeenCalled();
  });

  it('fills a gap over HTTP, in order and without repeats', async () => {
    const { applied, deps } = setup(9);
    const stream = createEventStream(5, deps);
    stream.receive({ seq: 9 });
    await stream.catchUp();
    expect(applied).toEqual([6, 7, 8, 9]);
  });

  it('pages until it has caught up', async () => {
    const { applied, deps, server } = setup(23);
    server.page = 5;
    await createEventStream(0, deps).catchUp();
    expect(applied).toEqual(range(1, 23).map(({ seq }) => seq));
  });

  it('detects a lost event from the heartbeat', async () => {
    const { applied, deps } = setup(7);
    const stream = createEventStream(6, deps);
    stream.noteLatest(7);
    await stream.catchUp();
    expect(applied).toEqual([7]);
  });

  it('retries until the server responds', async () => {
    const { applied, deps } = setup(3);
    deps.fetchSince.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
    await createEventStream(0, deps).catchUp();
    expect(applied).toEqual([1, 2, 3]);
    expect(deps.wait).toHaveBeenCalledTimes(2);
  });

  it('reloads everything when the events were deleted, then continues from there', async () => {
    const { applied, deps, server } = setup(100);
    deps.fetchSince.mockResolvedValueOnce({ events: [], latestSeq: 100, resyncRequired: true });
    deps.resync.mockImplementationOnce(async () => {
      server.latest = 102;
      return undefined;
    });
    const stream = createEventStream(3, deps);
    await stream.catchUp();
    expect(deps.resync).toHaveBeenCalledTimes(1);
    expect(applied).toEqual([101, 102]);
  });

  it('keeps events that arrive during a reload', async () => {
    const { applied, deps, server } = setup(100);
    deps.fetchSince.mockResolvedValueOnce({ events: [], latestSeq: 100, resyncRequired: true });
    const stream = createEventStream(3, deps);
    deps.resync.mockImplementationOnce(async () => {
      server.latest = 101;
      stream.receive({ seq: 101 });
      expect(applied).toEqual([]);
      return undefined;
    });
    await stream.catchUp();
    expect(applied).toEqual([101]);
  });

  it('retries a failed reload', async () => {
    const { deps } = setup(100);
    deps.fetchSince.mockResolvedValueOnce({ events: [], latestSeq: 100, resyncRequired: true });
    deps.fetchSince.mockResolvedValueOnce({ events: [], latestSeq: 100, resyncRequired: true });
    deps.resync.mockRejectedValueOnce(new Error('offline'));
    await createEventStream(3, deps).catchUp();
    expect(deps.resync).toHaveBeenCalledTimes(2);
  });

  it('continues from a lower seq after the server was restored from a backup', async () => {
    const { applied, deps, server } = setup(4);
    const stream = createEventStream(9, deps);
    await stream.catchUp();
    expect(deps.resync).toHaveBeenCalledTimes(1);
    server.latest = 5;
    stream.receive({ seq: 5 });
    expect(applied).toEqual([5]);
  });

  it('continues after an event that could not be applied', () => {
    const { deps } = setup(2);
    const seen: number[] = [];
    deps.apply = ({ seq }) => {
      seen.push(seq);
      if (seq === 1) throw new Error('bad payload');
    };
    const stream = createEventStream(0, deps);
    stream.receive({ seq: 1 });
    stream.receive({ seq: 2 });
    expect(seen).toEqual([1, 2]);
    expect(deps.onError).toHaveBeenCalledTimes(1);
  });

  it('does nothing after it is stopped', async () => {
    const { applied, deps } = setup(5);
    const stream = createEventStream(0, deps);
    const running = stream.catchUp();
    stream.stop();
    await running;
    stream.receive({ seq: 1 });
    expect(applied).toEqual([]);
  });

  it('applies every event once and in order when the socket loses, repeats or delays events', async () => {
    const emission = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(emission, fc.integer({ min: 1, max: 7 }), async (seqs, page) => {
        const { applied, deps, server } = setup(30);
        server.page = page;
        const stream = createEventStream(0, deps);
        for (const seq of seqs) {
          stream.receive({ seq });
          if (seq % 3 === 0) await Promise.resolve();
        }
        stream.noteLatest(30);
        await stream.catchUp();
        expect(applied).toEqual(range(1, 30).map(({ seq }) => seq));
      }),
    );
  });
});
