import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { onlyInSoak, sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import {
  countCreated,
  type Interrupted,
  killAndRestart,
  platformSends,
  readBroadcast,
  setUpBroadcast,
  startBroadcast,
  templatesByNumber,
  tryApi,
} from './broadcast-rig.ts';
import { type SendRecord, send } from './client.ts';
import type { FaultRig } from './fault-rig.ts';
import { expectConsistent, settle, untilSent } from './invariants.ts';

const PEOPLE = sized(300, 5_000);
const KILLS = sized(3, 50);
const END_MS = sized(120_000, 300_000);

/** The end of a broadcast, when the phones have reported too. */
async function whenEnded(rig: FaultRig, id: string): Promise<void> {
  await eventually(async () => {
    const answer = await tryApi(rig, 'GET', `/broadcasts/${id}`);
    return answer?.body.status === 'completed' || answer?.body.status === 'canceled';
  }, END_MS);
  await untilSent(rig, END_MS);
  await settle(rig, END_MS);
}

/** Kills the server so many times, spread over the first four fifths of the broadcast. */
async function killOften(
  rig: FaultRig,
  { kills, people }: { kills: number; people: number },
  meanwhile?: () => Promise<void>,
): Promise<Interrupted> {
  const all = { arrived: 0, lost: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    // The first one while the audience is being read.
    const target = (0.8 * people * kill) / kills;
    await eventually(async () => (await countCreated(rig)) >= target, END_MS);
    await sleep((kill * 37) % 101);
    await meanwhile?.();
    const { arrived, lost } = await killAndRestart(rig);
    all.arrived += arrived;
    all.lost += lost;
  }
  return all;
}

it(
  `${KILLS} times kill -9 in a broadcast to ${PEOPLE} people: everyone gets it once`,
  async () => {
    const { rig, phones } = await setUpBroadcast(PEOPLE);
    const { id } = await startBroadcast(rig);
    const interrupted = await killOften(rig, { kills: KILLS, people: PEOPLE });
    const atLastKill = await readBroadcast(rig, id);
    await whenEnded(rig, id);

    const counts = templatesByNumber(await platformSends(rig));
    const twice = [...counts].filter(([, count]) => count > 1);
    const missing = phones.filter((phone) => !counts.has(phone));
    console.log(
      `${KILLS} kills, the last with ${atLastKill.counts.sent} of ${PEOPLE} sent; interrupted: ${interrupted.arrived} sends ` +
        `that the platform had, ${interrupted.lost} that it had not; ${counts.size} people reached, ` +
        `${twice.length} twice, ${missing.length} not`,
    );
    expect(interrupted.arrived + interrupted.lost, 'the kills interrupt sends').toBeGreaterThan(0);
    expect(atLastKill.counts.waiting, 'the kills were within the broadcast').toBeGreaterThan(0);
    expect({ twice, missing, strangers: counts.size - phones.length }).toEqual({
      ...{ twice: [], missing: [], strangers: 0 },
    });
    const { status, counts: shown } = await readBroadcast(rig, id);
    expect({ status, ...shown }).toMatchObject({
      ...{
        status: 'completed',
        recipients: PEOPLE,
        sent: PEOPLE,
        delivered: PEOPLE,
        waiting: 0,
        queued: 0,
        failed: 0,
      },
    });
    await expectConsistent(rig);
  },
  sized(180_000, 1_800_000),
);

it(
  'pause, resume and cancel hold at once, also when the server is killed after their answer',
  async () => {
    const { rig } = await setUpBroadcast(300);
    const { id } = await startBroadcast(rig);
    const created = () => countCreated(rig);
    const press = async (action: string) => {
      const answer = await tryApi(rig, 'POST', `/broadcasts/${id}/${action}`);
      expect([answer?.status, answer?.body.code]).toEqual([200, undefined]);
      return created();
    };
    await eventually(async () => (await created()) > 0);
    for (let round = 0; round < sized(1, 5); round += 1) {
      const atPause = await press('pause');
      await killAndRestart(rig);
      await untilSent(rig);
      expect(await created(), 'after the answer to pause, no message is created').toBe(atPause);
      await press('resume');
      await killAndRestart(rig);
      await eventually(async () => (await created()) > atPause);
    }
    const atCancel = await press('cancel');
    expect(atCancel).toBeLessThan(300);
    await killAndRestart(rig);
    await whenEnded(rig, id);

    expect(await created(), 'after the answer to cancel, no message is created').toBe(atCancel);
    const counts = templatesByNumber(await platformSends(rig));
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
    expect(counts.size, 'what was created before is sent').toBe(atCancel);
    const { status, counts: shown } = await readBroadcast(rig, id);
    expect([status, shown.sent, shown.excluded.canceled]).toEqual(['canceled', atCancel, 300 - atCancel]);
    await expectConsistent(rig);
  },
  sized(180_000, 600_000),
);

/** Messages of a broadcast that may pass a reply: those that are being sent when it is stored, by both servers of a kill. */
const AHEAD_OF_REPLY = 48;

onlyInSoak(it)(
  'replies go out before the queued messages of a broadcast, and once, through kills',
  async () => {
    const people = 1_000;
    const { rig } = await setUpBroadcast(people);
    const customers = Array.from({ length: 10 }, (_, index) => `155501770${10 + index}`);
    await Promise.all(customers.map((waId) => rig.platform.customerWrites(waId, 'hello')));
    await settle(rig);
    const { id } = await startBroadcast(rig);
    const replies: SendRecord[] = [];
    const broadcastsBefore = new Map<string, number>();
    const templates = async () => (await platformSends(rig)).filter(({ type }) => type === 'template').length;
    let made = 0;
    await killOften(rig, { kills: 10, people }, async () => {
      for (let reply = 0; reply < 4; reply += 1) {
        made += 1;
        const before = await templates();
        const record = await send(rig, customers[made % customers.length] ?? '', `reply ${made}`);
        if (record.kind === 'accepted') broadcastsBefore.set(record.id, before);
        replies.push(record);
      }
    });
    await whenEnded(rig, id);

    const sends = await platformSends(rig);
    const accepted = replies.filter((record) => record.kind === 'accepted');
    expect(accepted.length).toBeGreaterThan(0);
    const passed = accepted.map((reply) => {
      const at = sends.findIndex(({ opaque }) => opaque === reply.id);
      expect(at, 'every accepted reply reaches the platform').toBeGreaterThan(-1);
      const ahead = sends.slice(0, at).filter(({ type }) => type === 'template').length;
      return ahead - (broadcastsBefore.get(reply.id) ?? 0);
    });
    console.log(
      `${accepted.length} replies; messages of the broadcast that passed one: at most ${Math.max(...passed)}`,
    );
    expect(passed.filter((count) => count > AHEAD_OF_REPLY)).toEqual([]);
    const texts = sends.filter(({ type }) => type === 'text').map(({ text }) => text);
    expect(new Set(texts).size, 'no reply is sent twice').toBe(texts.length);
    expect([...templatesByNumber(sends)].filter(([, count]) => count > 1)).toEqual([]);
    await expectConsistent(rig);
  },
  600_000,
);
