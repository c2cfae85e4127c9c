import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Insights } from '../../shared/contract/public/insights.contract.ts';
import { sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { expectFigures, recount } from '../helpers/recount.ts';
import { bearer, call } from '../helpers/test-server.ts';
import { atRate, deliver, inboundCallback, send } from './client.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';
import { passTime, settle, untilSent } from './invariants.ts';

const KILLS = sized(4, 40);
const CALLBACKS = KILLS * 40;
const customers = Array.from({ length: 20 }, (_, index) => `155501${String(20_000 + index)}`);
const customerOf = (index: number) => customers[index % customers.length] ?? '';

/** Whatever moment the server dies at, each event is counted once. */
test(
  `${KILLS} times kill -9 while events are counted: the figures are those of a plain count`,
  async () => {
    // The platform tries again soon, although most of its tries meet a server that is starting.
    const rig = await setUpRig({ knobs: { clockSpeed: 100, deliveredDelayMs: [20, 400] } });
    await Promise.all(customers.map((waId) => rig.platform.customerWrites(waId, 'hello')));
    await settle(rig);
    // As long as the kills and starts take.
    const seconds = KILLS * 3;
    let isOver = false;
    const kills = killRepeatedly(rig, () => isOver);
    /**
     * Tries until the server accepts it, or has run for a minute after the last kill. Between two tries is half a second,
     * because hundreds of requests at once keep a server that has just started from answering any before the next kill.
     */
    const persistently = async (attempt: () => Promise<boolean>): Promise<void> => {
      let deadline = Number.POSITIVE_INFINITY;
      void kills.then(() => {
        deadline = performance.now() + 60_000;
      });
      while (!(await attempt())) {
        if (performance.now() > deadline) throw new Error('not accepted after the last kill');
        await sleep(500);
      }
    };
    const [places] = await Promise.all([
      kills,
      Promise.all([
        atRate(CALLBACKS / seconds, CALLBACKS, (index) =>
          deliver(rig, inboundCallback(customerOf(index), `inbound ${index}`)),
        ),
        atRate((KILLS * 8) / seconds, KILLS * 8, (index) =>
          persistently(
            async () => (await send(rig, customerOf(index * 7), `outbound ${index}`)).kind === 'accepted',
          ),
        ),
        atRate((KILLS * 4) / seconds, KILLS * 4, (index) =>
          persistently(() => isClosed(rig, customerOf(index * 3))),
        ),
      ]).finally(() => {
        isOver = true;
      }),
    ]);
    // After so many refusals the platform waits longer before it delivers again.
    await settle(rig, 120_000);
    await passTime(rig, 61);
    await untilSent(rig);
    await settle(rig);
    await whenCounted(rig);

    const counted = await recount(rig.database, rig.workspace.tenantKey);
    console.log(
      `${places.length} kills, at the events ${places.join(', ')}; ${counted.messagesReceived} messages received, ` +
        `${counted.messagesSent} sent, ${counted.firstResponse.length} first responses, ${counted.conversationsClosed} closed`,
    );
    expect(counted.messagesReceived).toBe(CALLBACKS + customers.length);
    for (const times of [counted.firstResponse, counted.resolution]) expect(times.length).toBeGreaterThan(0);
    expect(places.filter((place) => place > 0).length, 'kills came while it was counting').toBeGreaterThan(0);
    const { status, body } = await call(`${rig.server.url}/api/v1/insights?days=2`, {
      headers: bearer(rig.workspace.apiKey),
    });
    expect(status).toBe(200);
    const figures = body as Insights;
    expectFigures(figures, counted);
    // The hours say how often; what they are counted from has each time exactly.
    expect(await factsOf(rig, 'first_response')).toEqual(counted.firstResponse);
    expect(await factsOf(rig, 'resolution')).toEqual(counted.resolution);
  },
  sized(300_000, 1_200_000),
);

/** Returns the times of one kind that are stored, shortest first. */
async function factsOf(
  { database, workspace }: Parameters<typeof place>[0],
  kind: string,
): Promise<number[]> {
  const rows = await database.select<{ seconds: number }>(
    'SELECT seconds FROM insight_facts WHERE tenant_id = :t AND kind = :kind ORDER BY seconds',
    { t: workspace.tenantKey, kind },
  );
  return rows.map(({ seconds }) => Number(seconds));
}

/** Closes a conversation; returns whether the server has answered that it is. */
async function isClosed({ server, workspace }: FaultRig, waId: string): Promise<boolean> {
  const answer = await call(`${server.url}/api/v1/conversations/${waId}`, {
    method: 'PATCH',
    body: { status: 'closed' },
    headers: bearer(workspace.apiKey),
  }).catch(() => null);
  return answer?.status === 200;
}

/** Kills the server and starts it again; returns the event up to which each kill found the figures counted. */
async function killRepeatedly(rig: FaultRig, isOver: () => boolean): Promise<number[]> {
  const places: number[] = [];
  for (let kill = 0; kill < KILLS && !isOver(); kill += 1) {
    // At every moment of a round, which is a second.
    await sleep(300 + ((kill * 137) % 1_000));
    await rig.server.kill();
    places.push((await place(rig)).counted);
    await rig.server.start();
  }
  return places;
}

async function place({ database, workspace }: FaultRig): Promise<{ counted: number; latest: number }> {
  const [row] = await database.select<{ counted: number | null; latest: number }>(
    `SELECT i.seq AS counted, c.seq AS latest FROM tenant_counters c
     LEFT JOIN insight_cursors i ON i.tenant_id = c.tenant_id AND i.rebuild = 0 WHERE c.tenant_id = :t`,
    { t: workspace.tenantKey },
  );
  return { counted: Number(row?.counted ?? 0), latest: Number(row?.latest) };
}

async function whenCounted(rig: FaultRig): Promise<void> {
  await eventually(async () => {
    const { counted, latest } = await place(rig);
    return counted === latest;
  }, 60_000);
}
