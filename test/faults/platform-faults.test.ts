import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/platform.ts';
import { type SendRecord, send } from './client.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';
import { expectConsistent, passTime, settle, untilSent } from './invariants.ts';
import { acceptedByPlatform, historyOf, textsTo } from './messages-of.ts';

const maya = '15550177001';
let rig: FaultRig;

/** Sets the platform's behavior for the next sends. */
const configure = (values: object) => rig.platform.configure(values);

const stateOf = async (text: string) =>
  (await historyOf(rig, maya)).find((entry) => entry.content === text)?.status;

beforeEach(async () => {
  rig = await setUpRig();
  await rig.platform.customerWrites(maya, 'hello');
  await settle(rig);
});

describe('a send', () => {
  it('to a platform that is down is queued, and sent in order when it is back', async () => {
    await configure({ sendErrorRate: 1 });
    const written = Array.from({ length: 8 }, (_, index) => `while down ${index}`);
    const records: SendRecord[] = [];
    for (const text of written) records.push(await send(rig, maya, text));
    expect(records.map((record) => (record.kind === 'accepted' ? record.status : record))).toEqual(
      written.map(() => 'queued'),
    );
    expect(await textsTo(rig, maya)).toEqual([]);

    // The server dies with all of them waiting; they are still stored.
    await rig.server.kill();
    await configure({ sendErrorRate: 0 });
    await rig.server.start();
    await passTime(rig, 300);
    await untilSent(rig);
    await settle(rig);
    expect(await textsTo(rig, maya)).toEqual(written);
    await eventually(async () => (await stateOf(written.at(-1) ?? '')) === 'delivered');
    await expectConsistent(rig);
  }, 90_000);

  it('that was accepted without a response gets its status later, and is not sent again', async () => {
    await configure({ nextSends: ['hang_up'] });
    const record = await send(rig, maya, 'cut off');
    expect(record).toMatchObject({ kind: 'accepted' });
    await eventually(async () => (await stateOf('cut off')) === 'delivered');
    await passTime(rig, 61);
    await untilSent(rig);
    await settle(rig);
    expect([...(await acceptedByPlatform(rig)).values()]).toEqual([1]);
    await expectConsistent(rig);
  }, 60_000);

  it('that was accepted without a response is not sent again while its status waits to be processed', async () => {
    const lane = { id: rig.workspace.tenantKey };
    await rig.database.run(
      'UPDATE work_lanes SET visible_at = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR WHERE id = :id',
      lane,
    );
    await configure({ nextSends: ['hang_up'] });
    await send(rig, maya, 'in the backlog');
    await eventually(async () => {
      const [{ waiting = 0 } = {}] = await rig.database.select<{ waiting: number }>(
        'SELECT COUNT(*) AS waiting FROM inbound_callbacks WHERE state = 0',
      );
      return Number(waiting) > 0;
    });
    // Long enough for several looks at the backlog.
    for (let round = 0; round < 3; round += 1) {
      await passTime(rig, 61);
      await sleep(600);
    }
    expect([...(await acceptedByPlatform(rig)).values()]).toEqual([1]);

    await rig.database.run('UPDATE work_lanes SET visible_at = UTC_TIMESTAMP(3) WHERE id = :id', lane);
    await eventually(async () => (await stateOf('in the backlog')) === 'delivered');
    await untilSent(rig);
    expect([...(await acceptedByPlatform(rig)).values()]).toEqual([1]);
    await expectConsistent(rig);
  }, 60_000);

  it('that was lost without a response waits 60 seconds for a status and is sent once more, before later messages', async () => {
    await configure({ nextSends: ['drop'] });
    const first = await send(rig, maya, 'lost');
    expect(first).toMatchObject({ kind: 'accepted', status: 'queued' });
    const second = await send(rig, maya, 'after it');
    expect(second).toMatchObject({ kind: 'accepted', status: 'queued' });
    await sleep(500);
    expect(await textsTo(rig, maya), 'later messages wait').toEqual([]);

    await passTime(rig, 61);
    await untilSent(rig);
    await settle(rig);
    expect(await textsTo(rig, maya)).toEqual(['lost', 'after it']);
    await expectConsistent(rig);
  }, 60_000);

  it('accepts statuses before its response, duplicated and out of order, and its status never regresses', async () => {
    await configure({ statusBeforeResponse: true, duplicateRate: 0.5, reorder: true });
    const texts = Array.from({ length: 20 }, (_, index) => `scrambled ${index}`);
    await Promise.all(texts.map((text) => send(rig, maya, text)));
    await untilSent(rig);
    await settle(rig);
    await eventually(async () => {
      const history = await historyOf(rig, maya);
      return history.filter((entry) => entry.status === 'delivered').length === texts.length;
    });
    expect([...(await acceptedByPlatform(rig)).values()]).toEqual(texts.map(() => 1));
    await expectConsistent(rig);
  }, 60_000);
});
