import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eventually, type TestPlatform } from '../helpers/platform.ts';
import { send } from './client.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';
import { expectConsistent, passTime, settle, untilSent } from './invariants.ts';
import { acceptedByPlatform, historyOf } from './messages-of.ts';

const customers = Array.from({ length: 40 }, (_, index) => `155501${String(78_000 + index)}`);
const MESSAGES = 300;
/** Ten minutes in steps: each moves the database's times, and gives the server a moment to act on them. */
const STEPS = 20;
const STEP_SECONDS = 30;

/** Returns the texts that the platform accepted, in order, by customer. */
async function acceptedTexts({ platform }: FaultRig): Promise<Map<string, string[]>> {
  const { body } = await platform.control('GET', '/sends');
  const taken = new Map<string, string[]>();
  for (const { waId, text } of body.data) taken.set(waId, [...(taken.get(waId) ?? []), text]);
  return taken;
}

async function passOutage(rig: FaultRig, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await passTime(rig, STEP_SECONDS);
    await sleep(150);
    await untilCallbacksArrive(rig.platform);
  }
}

/** The platform's callbacks need real time; a busy machine may need more of it than a step lets pass. */
async function untilCallbacksArrive(platform: TestPlatform): Promise<void> {
  await eventually(async () => (await platform.control('GET', '/callbacks')).body.data.length === 0, 30_000);
}

it.each([
  { name: 'returns 503', knobs: { answerErrorRate: 1 } },
  { name: 'accepts sends and hangs up, loses them or returns 503', knobs: { answerErrorRate: 0.6 } },
])(
  'while the platform $name for ten minutes, with a kill -9, all messages are sent once, in order per customer',
  async (outage) => {
    const rig = await setUpRig();
    for (const customer of customers) await rig.platform.customerWrites(customer, 'hello');
    await settle(rig);

    const written = new Map<string, string[]>();
    const write = async (index: number) => {
      const customer = customers[index % customers.length] as string;
      const text = `message ${index}`;
      const record = await send(rig, customer, text);
      expect(record).toMatchObject({ kind: 'accepted' });
      written.set(customer, [...(written.get(customer) ?? []), text]);
    };
    const knobs = (values: object) => rig.platform.configure(values);

    await knobs(outage.knobs);
    if (outage.knobs.answerErrorRate < 1)
      await knobs({ nextSends: Array.from({ length: 60 }, (_, index) => (index % 2 ? 'hang_up' : 'drop')) });
    // Each customer's messages are sent one at a time, those of different customers concurrently.
    for (let index = 0; index < MESSAGES; index += customers.length) {
      const round = Array.from(
        { length: Math.min(customers.length, MESSAGES - index) },
        (_, one) => index + one,
      );
      await Promise.all(round.map(write));
    }
    await passOutage(rig, STEPS / 2);
    await rig.server.kill();
    await rig.server.start();
    await passOutage(rig, STEPS / 2);

    await knobs({ answerErrorRate: 0, nextSends: [] });
    await passTime(rig, STEP_SECONDS);
    // A send without a response waits a minute for a status, again after each lost attempt.
    for (let minute = 0; minute < 3; minute += 1) {
      await sleep(500);
      await untilCallbacksArrive(rig.platform);
      await passTime(rig, 61);
    }
    await untilSent(rig);
    await settle(rig);

    expect([...(await acceptedTexts(rig))].sort()).toEqual([...written].sort());
    expect([...(await acceptedByPlatform(rig)).values()]).toEqual(Array.from({ length: MESSAGES }, () => 1));
    const states = await Promise.all(customers.map((customer) => historyOf(rig, customer)));
    const outbound = states.flat().filter((entry) => entry.direction === 'outbound');
    expect(outbound.length).toBe(MESSAGES);
    expect(outbound.filter(({ status }) => !['sent', 'delivered'].includes(status))).toEqual([]);
    await expectConsistent(rig);
  },
  180_000,
);
