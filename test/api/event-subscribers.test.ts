import { expect, it } from 'vitest';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { createReader, type StoredEvent } from '../../server/kernel/outbox/subscriber.ts';
import { mintTenantScope } from '../../server/kernel/tenancy/mint-tenant-scope.ts';

const scope = mintTenantScope(Buffer.alloc(16, 7));

function eventsFrom(first: number, last: number): StoredEvent[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    seq: first + index,
    name: 'contact.deleted',
    payload: {},
    createdAt: '2026-11-28T00:00:00.000Z',
  }));
}

/** Creates a reader whose subscriber cannot take some events, with a clock of its own. */
function setUp(cannot: (seq: number) => boolean, error: unknown = new TypeError('no such field')) {
  let time = 0;
  const taken: number[] = [];
  const aside: number[] = [];
  const lines: string[] = [];
  const reader = createReader(
    'webhooks',
    async (_scope, events) => {
      if (events.some(({ seq }) => cannot(seq))) throw error;
      taken.push(...events.map(({ seq }) => seq));
    },
    {
      logger: createLogger('warn', { write: (line) => void lines.push(line) }),
      setAside: async (_scope, _subscriber, { seq }) => void aside.push(seq),
      now: () => time,
    },
  );
  /** Passes the events as often as the reader takes them, for so many seconds. */
  async function passFor(seconds: number, events: readonly StoredEvent[]): Promise<void> {
    for (const end = time + seconds * 1_000; time < end; time += 250)
      if (reader.isReady(scope)) await reader.pass(scope, events);
  }
  return { reader, taken, aside, lines, passFor };
}

it('tries an event in its place for some seconds, then sets it aside and goes on with those behind it', async () => {
  const { reader, taken, aside, lines, passFor } = setUp((seq) => seq === 3);
  await passFor(6, eventsFrom(1, 5));
  expect([taken, aside, reader.upTo(scope)]).toEqual([[1, 2], [], 2]);
  await passFor(3, eventsFrom(1, 5));
  expect([taken, aside, reader.upTo(scope)]).toEqual([[1, 2, 4, 5], [3], 5]);
  const last = JSON.parse(lines.at(-1) ?? '');
  expect(last).toMatchObject({
    level: 50,
    subscriber: 'webhooks',
    seq: 3,
    event: 'contact.deleted',
    tries: 5,
  });
});

it('keeps the order when the event is taken after all', async () => {
  let isBroken = true;
  const { taken, aside, passFor } = setUp((seq) => isBroken && seq === 2);
  await passFor(2, eventsFrom(1, 4));
  isBroken = false;
  await passFor(4, eventsFrom(1, 4));
  expect([taken, aside]).toEqual([[1, 2, 3, 4], []]);
});

it('waits for the first bad event of an hour only, sets 100 aside at most, and then stays where it is', async () => {
  const { reader, taken, aside, passFor } = setUp((seq) => seq % 2 === 0);
  await passFor(9, eventsFrom(1, 150));
  expect(aside).toHaveLength(75);
  await passFor(60, eventsFrom(151, 300));
  expect([aside.length, reader.upTo(scope), taken.at(-1)]).toEqual([100, 201, 201]);
  await passFor(3_600, eventsFrom(151, 300));
  expect([aside.length, reader.upTo(scope)]).toEqual([150, 300]);
});

it('sets nothing aside while the database is away', async () => {
  const lost = Object.assign(new Error('Connection lost'), { fatal: true });
  const { reader, aside } = setUp((seq) => seq === 2, lost);
  for (let tries = 0; tries < 10; tries += 1)
    await expect(reader.pass(scope, eventsFrom(1, 3))).rejects.toBe(lost);
  expect([aside, reader.upTo(scope)]).toEqual([[], 0]);
});

it('counts a lock that others hold as a failure of the event', async () => {
  const locked = Object.assign(new Error('Lock wait timeout exceeded'), { errno: 1205 });
  const { taken, aside, passFor } = setUp((seq) => seq === 2, locked);
  await passFor(9, eventsFrom(1, 3));
  expect([taken, aside]).toEqual([[1, 3], [2]]);
});
