import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { deliver, inboundCallback } from './client.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';
import { passTime } from './invariants.ts';
import { ownDatabase } from './own-database.ts';
import { addReceiver, expectAllReceived, expectLogAgrees, type FaultReceiver } from './webhook-receivers.ts';

/** Deliveries to three receivers in total; WEBHOOK_DELIVERIES=5000 for the full figure. */
const DELIVERIES = Number(process.env.WEBHOOK_DELIVERIES ?? sized(150, 600));
const EVENTS = Math.ceil(DELIVERIES / 3);
const AT_ONCE = 10;
/** Writers wait while this many are pending, so that kills happen during deliveries. */
const AHEAD = sized(30, 90);
const QUIET_MS = 2_000;

/** The processes to kill, at equal shares of the callbacks. */
const KILLS =
  DELIVERIES < 600
    ? [['server'], ['server', 'database']]
    : Array.from({ length: Math.ceil(DELIVERIES / 2_500) }).flatMap(() => [
        ['server'],
        ['database'],
        ['server', 'database'],
        ['server'],
      ]);

it('kill -9 of the server and the database during deliveries to three receivers loses none', async () => {
  const startedAt = Date.now();
  const { databaseUrl, kill: killDatabase } = await ownDatabase();
  const rig = await setUpRig({ databaseUrl, environment: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  const receivers = await Promise.all([0, 1, 2].map((slot) => addReceiver(rig, slot)));
  // One responds at once, one after a moment, one slowly: some deliveries are always in progress.
  await Promise.all(receivers.map((receiver, index) => receiver.behave({ wait: [0, 15, 40][index] ?? 0 })));
  const count = () => receivers.reduce((sum, receiver) => sum + receiver.received().length, 0);

  const callbacks = Array.from({ length: EVENTS }, (_, index) =>
    inboundCallback(`155501${String(30_000 + (index % 20))}`, `event ${index}`),
  );
  const seenAtKills: number[] = [];
  let written = 0;
  const write = async () => {
    for (let one = callbacks[written]; one; one = callbacks[written]) {
      written += 1;
      await deliver(rig, one);
      for (let tries = 0; tries < 20 && 3 * written - count() > AHEAD; tries += 1) await sleep(50);
    }
  };
  const killDuringDeliveries = async () => {
    for (const [index, victims] of KILLS.entries()) {
      const share = (index + 1) / (KILLS.length + 1);
      const before = seenAtKills.at(-1) ?? 0;
      await eventually(async () => written >= share * EVENTS && count() > before, 60_000);
      seenAtKills.push(count());
      if (victims.includes('database')) killDatabase();
      if (!victims.includes('server')) continue;
      await rig.server.kill();
      await eventually(() => isUp(rig), 30_000);
      await rig.server.start();
    }
  };
  await Promise.all([killDuringDeliveries(), ...Array.from({ length: AT_ONCE }, write)]);
  await untilAllArrived(rig, receivers);

  for (const receiver of receivers)
    expectAllReceived(
      receiver,
      callbacks.map(({ platformId }) => platformId),
    );
  const unlogged = await Promise.all(receivers.map((receiver) => expectLogAgrees(rig, receiver)));
  // Every kill happened during deliveries: something arrived before it, and something after it.
  expect(seenAtKills.at(-1)).toBeLessThan(count());
  const twice = receivers.map((receiver) => receiver.received().length - receiver.ids().size);
  console.log(
    `${EVENTS} events to three receivers, ${KILLS.length} kills after ${seenAtKills.join(', ')} requests: ` +
      `${count()} requests in ${Math.round((Date.now() - startedAt) / 1_000)} s, ` +
      `sent twice: ${twice.join(', ')}, unknown to the log: ${unlogged.join(', ')}`,
  );
}, 600_000);

const isUp = ({ database }: FaultRig) =>
  database.ping().then(
    () => true,
    () => false,
  );

/**
 * Waits until every event has arrived everywhere and the log agrees. Leases of work that a crash interrupted
 * end after 90 seconds: when nothing has arrived for a while, that time is skipped.
 */
async function untilAllArrived(rig: FaultRig, receivers: readonly FaultReceiver[]): Promise<void> {
  const { database } = rig;
  let last = -1;
  let since = Date.now();
  await eventually(async () => {
    const [row] = await database.select<{ open: number; done: number }>(
      `/* system: test */ SELECT COALESCE(SUM(state = 0), 0) AS open, COALESCE(SUM(state = 2), 0) AS done
       FROM webhook_deliveries`,
    );
    const isDone = Number(row?.done) === receivers.length * EVENTS;
    if (isDone && Number(row?.open) === 0) return true;
    const seen = receivers.reduce((sum, receiver) => sum + receiver.received().length, 0);
    if (seen !== last) since = Date.now();
    last = seen;
    if (Date.now() - since < QUIET_MS) return false;
    since = Date.now();
    await passTime(rig, 61);
    await database.run(
      `/* system: test */ UPDATE webhook_deliveries SET visible_at = visible_at - INTERVAL 91 SECOND
       WHERE state = 0 AND lease_token IS NOT NULL`,
    );
    return false;
  }, 300_000);
}
