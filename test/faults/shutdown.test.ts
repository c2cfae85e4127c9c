import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { atRate, deliver, inboundCallback, send } from './client.ts';
import { setUpRig } from './fault-rig.ts';
import { expectConsistent, passTime, settle, untilSent } from './invariants.ts';
import { acceptedByPlatform, historyOf } from './messages-of.ts';

const maya = '15550177002';
const greeted = Array.from({ length: 30 }, (_, index) => `1555017${7100 + index}`);
const DRAIN_MS = 10_000;

it('SIGTERM under load finishes current work within 10 seconds and leaves nothing half done', async () => {
  const rig = await setUpRig({ knobs: { sendLatencyMs: 300 } });
  await Promise.all([maya, ...greeted].map((waId) => rig.platform.customerWrites(waId, 'hello')));
  await settle(rig);

  const callbacks = Array.from({ length: 60 }, (_, index) => inboundCallback(maya, `in ${index}`));
  const load = Promise.all([
    Promise.all(callbacks.map((callback) => deliver(rig, callback))),
    atRate(20, greeted.length, (index) => send(rig, greeted[index] ?? maya, `out ${index}`)),
  ]);
  await sleep(700);
  const ended = await rig.server.terminate();
  expect(ended.code, rig.server.output()).toBe(0);
  expect(ended.ms).toBeLessThan(DRAIN_MS);

  await rig.server.start();
  const [, sends] = await load;
  await settle(rig);
  await passTime(rig, 61);
  await untilSent(rig);
  await settle(rig);
  const accepted = sends.filter((record) => record.kind === 'accepted');
  const atPlatform = await acceptedByPlatform(rig);
  expect(accepted.filter((record) => !atPlatform.has(record.id))).toEqual([]);
  expect([...atPlatform.values()].filter((count) => count > 1)).toEqual([]);
  const inbound = (await historyOf(rig, maya)).filter((entry) => entry.direction === 'inbound');
  expect(inbound).toHaveLength(callbacks.length + 1);
  await expectConsistent(rig);
}, 90_000);
