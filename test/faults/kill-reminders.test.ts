import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { encodeId } from '../../server/kernel/ids.ts';
import { sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import type { Answer } from '../helpers/test-server.ts';
import { killAndRestart } from './broadcast-rig.ts';
import { dashboardOf } from './dashboard.ts';
import { setUpRig } from './fault-rig.ts';
import { expectConsistent, expireLanes, settle } from './invariants.ts';

const KILLS = sized(3, 12);
/** Reminders around each kill. A member has 200 open ones at most. */
const AT_ONCE = sized(40, 16);
const END_MS = sized(120_000, 300_000);

it(
  `${KILLS} times kill -9 while reminders are created, and ${KILLS} times while they are due: each once`,
  async () => {
    const rig = await setUpRig();
    const { database, platform, workspace } = rig;
    const { attempt } = await dashboardOf(rig);
    const t = workspace.tenantKey;
    const count = async (sql: string): Promise<number> => {
      const [row] = await database.select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, { t });
      return Number(row?.n);
    };
    const all = KILLS * AT_ONCE;
    for (let index = 0; index < all; index += 1)
      await platform.customerWrites(`155505${String(10_000 + index)}`, `Question ${index}`);
    await eventually(async () => (await count('messages WHERE tenant_id = :t')) === all, END_MS);
    const messages = await database.select<{ id: Buffer }>('SELECT id FROM messages WHERE tenant_id = :t', {
      t,
    });
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const create = (id: Buffer) =>
      attempt('POST', '/reminders', {
        ...{ messageId: encodeId('message', id), quote: 'I will call you tomorrow.', dueAt: inAnHour },
      });

    const created = { answered: 0, unknown: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const chosen = messages.slice(kill * AT_ONCE, (kill + 1) * AT_ONCE).map(({ id }) => id);
      const calls = chosen.map(create);
      if (kill % 2 === 1) await Promise.race(calls);
      else await sleep(20 + ((kill * 37) % 90));
      await rig.server.kill();
      const answers = await Promise.all(calls);
      await rig.server.start();
      // The same request again, as a person does who saw no answer: there is one reminder.
      for (const [index, answer] of answers.entries()) {
        const id = chosen[index] as Buffer;
        if (answer?.status === 201) created.answered += 1;
        else created.unknown += 1;
        const again: Answer = await eventually(async () => {
          const retried = await create(id);
          return retried?.status === 201 && retried;
        }, END_MS);
        if (answer?.status === 201) expect(again.body).toEqual(answer.body);
      }
    }
    expect(await count('reminders WHERE tenant_id = :t')).toBe(all);

    const reminders = await database.select<{ id: Buffer }>('SELECT id FROM reminders WHERE tenant_id = :t', {
      t,
    });
    const fired: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const due = reminders.slice(kill * AT_ONCE, (kill + 1) * AT_ONCE).map(({ id }) => id);
      await database.run(
        'UPDATE reminders SET due_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE tenant_id = :t AND id IN (:due)',
        { t, due },
      );
      const some = kill * AT_ONCE + 1 + ((kill * 7) % (AT_ONCE / 4));
      const firedNow = () => count('reminders WHERE tenant_id = :t AND fired_at IS NOT NULL');
      const deadline = Date.now() + END_MS;
      while ((await firedNow()) < some && Date.now() < deadline) await sleep(1);
      await rig.server.kill();
      fired.push((await firedNow()) - kill * AT_ONCE);
      await killAndRestart(rig);
      await expireLanes(rig);
      await eventually(async () => (await firedNow()) === (kill + 1) * AT_ONCE, END_MS);
    }
    await settle(rig, END_MS);
    console.log(`created: ${JSON.stringify(created)}; fired of ${AT_ONCE} at each kill: ${fired.join(', ')}`);
    expect(created.unknown, 'some were being created at a kill').toBeGreaterThan(0);
    expect(Math.min(...fired), 'a kill is between two of them').toBeLessThan(AT_ONCE);
    const notified = await database.select<{ subjectId: Buffer; n: number }>(
      `SELECT subject_id AS subjectId, COUNT(*) AS n FROM notifications
       WHERE tenant_id = :t AND kind = 'reminder' GROUP BY subject_id`,
      { t },
    );
    expect(notified.map(({ n }) => Number(n))).toEqual(Array.from({ length: all }, () => 1));
    const announced = await count("events WHERE tenant_id = :t AND name = 'notifications.changed'");
    expect(announced, 'every notification was announced once').toBe(all);
    expect(new Set(notified.map(({ subjectId }) => subjectId.toString('hex')))).toEqual(
      new Set(messages.map(({ id }) => id.toString('hex'))),
    );
    await expectConsistent(rig);
  },
  8 * END_MS,
);
