import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { startScriptedEngine } from '../helpers/scripted-engine.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import { startInference } from '../inference/inference-rig.ts';
import { killAndRestart, platformSends } from './broadcast-rig.ts';
import { dashboardOf } from './dashboard.ts';
import { setUpRig } from './fault-rig.ts';
import { expectConsistent, expireLanes, settle } from './invariants.ts';
import { SECRET_KEY } from './server-process.ts';

const KILLS = sized(3, 20);
/** Customers who write before each kill. */
const AT_ONCE = 12;
const END_MS = sized(120_000, 300_000);
const DRAFT = { can: 'answer', from: ['PROFILE'], text: 'Yes, we deliver to Recife on Fridays.' };

it(
  `${KILLS} times kill -9 while drafts are prepared: none is doubled, none is sent, and the next message has one again`,
  async () => {
    const made = await createTestDatabase();
    onTestFinished(() => made.drop());
    const engine = await startScriptedEngine(({ schema }) =>
      schema === 'draft' ? { text: JSON.stringify(DRAFT), delayMs: 40 } : { text: '', delayMs: 20 },
    );
    const rig = await setUpRig({
      databaseUrl: made.url,
      environment: { ASSIST_DRAFTS_PER_MINUTE: '10000' },
    });
    const worker = await startInference({
      apiServer: { databaseUrl: made.url },
      env: { INFERENCE_UPSTREAM: engine.url, SECRET_KEY },
    });
    onTestFinished(async () => {
      await worker.stop();
      await engine.stop();
    });
    const { database, platform, workspace } = rig;
    const t = workspace.tenantKey;
    const { ask, attempt } = await dashboardOf(rig);
    await eventually(async () => (await attempt('GET', '/assist/model'))?.body.state === 'ready', END_MS);
    const profile = 'We sell chairs. We deliver to Recife on Fridays.';
    await ask('PATCH', '/assist', { modes: { drafts: 'on' }, profile });
    const count = async (sql: string): Promise<number> => {
      const [row] = await database.select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, { t });
      return Number(row?.n);
    };
    const ready = () => count('assist_drafts WHERE tenant_id = :t AND state = 2');
    const makeDue = () =>
      database.run(
        `UPDATE assist_drafts SET due_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND
         WHERE tenant_id = :t AND state = 0 AND due_at > UTC_TIMESTAMP(3)`,
        { t },
      );
    const phones = Array.from({ length: KILLS * AT_ONCE }, (_, index) => `155506${String(10_000 + index)}`);
    const question = (phone: string, time: string) => `Do you deliver to Recife? ${time} of ${phone}`;
    const writingFor = (text: string) =>
      engine.calls.filter(({ schema, prompt }) => schema === 'draft' && prompt.includes(text)).length;

    const [interrupted, done]: [number[], number[]] = [[], []];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const writing = phones.slice(kill * AT_ONCE, (kill + 1) * AT_ONCE);
      await Promise.all(writing.map((phone) => platform.customerWrites(phone, question(phone, 'first'))));
      const known = (kill + 1) * AT_ONCE;
      await eventually(async () => (await count('messages WHERE tenant_id = :t')) >= known, END_MS);
      const before = await ready();
      await eventually(
        async () => (await count('assist_drafts WHERE tenant_id = :t AND state = 0')) > 0,
        END_MS,
      );
      const some = before + 1 + ((kill * 5) % (AT_ONCE / 2));
      await eventually(async () => {
        await makeDue();
        return (await ready()) >= some;
      }, END_MS);
      // While one is read or written, which is nearly always.
      await sleep((kill * 13) % 50);
      await rig.server.kill();
      interrupted.push(await count('assist_drafts WHERE tenant_id = :t AND state = 1'));
      done.push(await ready());
      await killAndRestart(rig);
      await expireLanes(rig);
      await eventually(async () => {
        await makeDue();
        return (await count('assist_drafts WHERE tenant_id = :t AND state = 0')) === 0;
      }, END_MS);
      await settle(rig, END_MS);
    }
    console.log(
      `${KILLS} kills; drafts under way at each: ${interrupted.join(', ')}; ready: ${done.join(', ')}`,
    );
    expect(
      Math.max(...interrupted),
      'a kill is between the beginning and the end of a draft',
    ).toBeGreaterThan(0);
    // A draft that a kill interrupted is lost, and never begun a second time.
    const again = phones.filter((phone) => writingFor(question(phone, 'first')) > 1);
    expect(again, 'each draft was asked for once').toEqual([]);
    const announced = () => count("events WHERE tenant_id = :t AND name = 'assist.draft_ready'");
    expect(await announced()).toBe(await ready());
    expect(await platformSends(rig), 'nothing is ever sent by itself').toEqual([]);

    // Each message has been kept, and the next one of everybody has its draft.
    const stored = 'messages WHERE tenant_id = :t';
    expect(await count(stored)).toBe(phones.length);
    await Promise.all(phones.map((phone) => platform.customerWrites(phone, question(phone, 'second'))));
    await eventually(async () => {
      await makeDue();
      return (await ready()) === phones.length;
    }, END_MS);
    expect(phones.filter((phone) => writingFor(question(phone, 'second')) !== 1)).toEqual([]);
    await settle(rig, END_MS);
    expect(await count(stored)).toBe(2 * phones.length);
    expect(await count('assist_drafts WHERE tenant_id = :t')).toBe(phones.length);
    await expectConsistent(rig);
  },
  8 * END_MS,
);
