import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sized } from '../helpers/lane.ts';
import { atRate, deliver, inboundCallback, send } from './client.ts';
import { setUpRig } from './fault-rig.ts';
import { expectConsistent, expireLanes, passTime, settle, untilSent } from './invariants.ts';
import { acceptedByPlatform, historyOf } from './messages-of.ts';
import { ownDatabase } from './own-database.ts';

const CALLBACKS = sized(75, 150);
const SENDS = sized(30, 60);
const customers = Array.from({ length: 10 }, (_, index) => `155501773${10 + index}`);
const customerOf = (index: number) => customers[index % customers.length] ?? '';

it('kill -9 of the database under load loses nothing acknowledged, and the server recovers automatically', async () => {
  const { databaseUrl, kill } = await ownDatabase();
  const rig = await setUpRig({ databaseUrl });
  const first = await Promise.all(customers.map((waId) => rig.platform.customerWrites(waId, 'hello')));
  await settle(rig);

  const callbacks = Array.from({ length: CALLBACKS }, (_, index) =>
    inboundCallback(customerOf(index), `in ${index}`),
  );
  const [, sends] = await Promise.all([
    atRate(50, CALLBACKS, (index) => deliver(rig, callbacks[index] as (typeof callbacks)[0])),
    atRate(20, SENDS, (index) => send(rig, customerOf(index * 3), `out ${index}`)),
    sleep(1_000).then(kill),
  ]);
  // The platform's statuses come before a send without an outcome is repeated, as they do within its 60 seconds.
  await expireLanes(rig);
  await settle(rig);
  await passTime(rig, 61);
  await untilSent(rig);
  await settle(rig);

  const history = (await Promise.all(customers.map((waId) => historyOf(rig, waId)))).flat();
  const inbound = history.filter((entry) => entry.direction === 'inbound');
  expect(inbound.map((entry) => entry.platformId).toSorted()).toEqual(
    [
      ...first.map((answer) => answer.body.id),
      ...callbacks.map((callback) => callback.platformId),
    ].toSorted(),
  );
  const ids = new Set(history.map((entry) => entry.id));
  const accepted = sends.filter((record) => record.kind === 'accepted');
  expect(accepted.filter((record) => !ids.has(record.id))).toEqual([]);
  const atPlatform = await acceptedByPlatform(rig);
  expect(accepted.filter((record) => !atPlatform.has(record.id))).toEqual([]);
  expect([...atPlatform.entries()].filter(([, count]) => count > 1)).toEqual([]);
  // A 503 promises that nothing was stored; only a broken commit has another answer.
  const rejected = sends.filter((record) => record.kind === 'rejected');
  expect(rejected.filter(({ code = '' }) => !['unavailable', 'outcome_unknown'].includes(code))).toEqual([]);
  const texts = new Set(history.map((entry) => entry.content));
  expect(rejected.filter((record) => record.status === 503 && texts.has(record.text))).toEqual([]);
  const failures = rig.server
    .output()
    .split('\n')
    .filter((line) => line.includes('"request failed"'));
  const unexplained = failures.filter(
    (line) => !/CommitUnknown|Connection|ECONN|DatabaseTimeout|ended by the other/.test(line),
  );
  expect(unexplained).toEqual([]);
  await expectConsistent(rig);
}, 120_000);
