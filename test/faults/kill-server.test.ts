import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sized } from '../helpers/lane.ts';
import { atRate, deliver, inboundCallback, send } from './client.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';
import { expectConsistent, passTime, settle, untilSent } from './invariants.ts';
import { acceptedByPlatform, historyOf } from './messages-of.ts';

const CALLBACKS = sized(150, 500, 100);
const SENDS = sized(60, 200, 40);
const SECONDS = sized(3, 10, 2);
const KILLS_AFTER_MS = [1_500, 2_300, 1_700, 2_600].slice(0, sized(1, 4));
const customers = Array.from({ length: 25 }, (_, index) => `155501${String(20_000 + index)}`);

/**
 * Whatever moment the server dies at, everything it acknowledged is stored once, and every send that it
 * accepted reaches the platform once.
 */
test(`kill -9 in the middle of ${CALLBACKS} callbacks and ${SENDS} sends loses and duplicates nothing`, async () => {
  const rig = await setUpRig({ knobs: { deliveredDelayMs: [20, 400] } });
  // Everyone has written before, so their reply window is open and their number is known.
  const first = await Promise.all(
    customers.map(async (waId) => ({
      platformId: (await rig.platform.customerWrites(waId, 'hello')).body.id,
    })),
  );
  await settle(rig);

  const callbacks = Array.from({ length: CALLBACKS }, (_, index) =>
    inboundCallback(customerOf(index), `inbound ${index}`),
  );
  const [attempts, sends, kills] = await Promise.all([
    atRate(CALLBACKS / SECONDS, CALLBACKS, (index) =>
      deliver(rig, callbacks[index] ?? (callbacks[0] as never)),
    ),
    atRate(SENDS / SECONDS, SENDS, (index) => send(rig, customerOf(index * 7), `outbound ${index}`)),
    killRepeatedly(rig),
  ]);
  await settle(rig);
  // By now, interrupted sends have a status or never reached the platform.
  await passTime(rig, 61);
  await untilSent(rig);
  await settle(rig);

  const accepted = sends.filter((record) => record.kind === 'accepted');
  const unknown = sends.filter((record) => record.kind === 'unknown');
  const again = attempts.filter((count) => count > 1).length;
  console.log(
    `${kills} kills: ${again} of ${CALLBACKS} callbacks were sent more than once; ` +
      `${accepted.length} sends accepted, ${unknown.length} unknown to the client`,
  );
  expect(accepted.length + unknown.length, JSON.stringify(sends.filter((s) => s.kind === 'rejected'))).toBe(
    SENDS,
  );
  expect(unknown.length, 'the kills interrupt sends').toBeGreaterThan(0);

  const histories = await Promise.all(customers.map((waId) => historyOf(rig, waId)));
  const history = histories.flat();
  expect(new Set(history.map((entry) => entry.id)).size, 'no message is listed twice').toBe(history.length);
  const inbound = history.filter((entry) => entry.direction === 'inbound').map((entry) => entry.platformId);
  expect(inbound.toSorted()).toEqual(
    [...first, ...callbacks].map((callback) => callback.platformId).toSorted(),
  );

  const outbound = history.filter((entry) => entry.direction === 'outbound');
  const ids = new Set(outbound.map((entry) => entry.id));
  expect(
    accepted.filter((record) => !ids.has(record.id)),
    'every accepted send is in the history',
  ).toEqual([]);
  expect(outbound.filter((entry) => entry.status !== 'delivered')).toEqual([]);
  const atPlatform = await acceptedByPlatform(rig);
  expect(
    [...atPlatform.entries()].filter(([, count]) => count > 1),
    'nothing was sent twice',
  ).toEqual([]);
  expect([...atPlatform.keys()].toSorted()).toEqual([...ids].toSorted());
  await expectConsistent(rig);
}, 120_000);

function customerOf(index: number): string {
  return customers[index % customers.length] ?? '';
}

/** Kills the server and starts it again, several times. */
async function killRepeatedly({ server }: FaultRig): Promise<number> {
  for (const ms of KILLS_AFTER_MS) {
    await sleep(ms);
    await server.kill();
    await server.start();
  }
  return KILLS_AFTER_MS.length;
}
