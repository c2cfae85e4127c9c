import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { askedBefore } from '../helpers/asked-before.ts';
import { sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { killAndRestart, platformSends } from './broadcast-rig.ts';
import { dashboardOf } from './dashboard.ts';
import { setUpRig } from './fault-rig.ts';
import { expectConsistent, expireLanes, settle, untilSent } from './invariants.ts';

const KILLS = sized(3, 20);
/** Customers who write before each kill. */
const AT_ONCE = 20;
const END_MS = sized(120_000, 300_000);
const HOURS = 'We are open on Monday from 9 to 18.';
const DELIVERY = 'Delivery takes four days.';
/** Customers whom people have answered before. */
const CUSTOMERS = 15;

/** Makes a workspace whose answer about its hours may be sent without a person, and closes it for today. */
async function allowAnswers(rig: Awaited<ReturnType<typeof setUpRig>>): Promise<void> {
  const { platform } = rig;
  const { ask } = await dashboardOf(rig);
  const reply = async (name: string, content: string): Promise<string> =>
    (await ask('POST', '/saved-replies', { name, content })).id;
  const hours = await reply('Opening hours', HOURS);
  const delivery = await reply('Delivery', DELIVERY);
  const contents = new Map([
    [hours, HOURS],
    [delivery, DELIVERY],
  ]);
  const asked = askedBefore(hours, delivery);
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => `155508${String(10_000 + index)}`);
  await Promise.all(
    customers.map(async (phone, index) => {
      for (const [text, savedReplyId] of asked.filter((_, place) => place % CUSTOMERS === index)) {
        await platform.customerWrites(phone, text);
        const { id } = await eventually(async () => {
          const [conversation] = (await ask('GET', `/conversations?search=${phone}`)).data;
          return conversation?.lastMessage?.preview === text && conversation;
        }, END_MS);
        await ask('POST', `/conversations/${id}/messages`, {
          ...{
            content: contents.get(savedReplyId ?? '') ?? 'In my own words.',
            clientId: randomUUID(),
            lastSeenId: null,
          },
          ...(savedReplyId ? { savedReply: { id: savedReplyId } } : {}),
        });
      }
    }),
  );
  await eventually(async () => {
    const { data } = await ask('GET', '/assist/after-hours/replies');
    return data.some(
      (one: { savedReplyId: string; isOffered: boolean }) => one.savedReplyId === hours && one.isOffered,
    );
  }, END_MS);
  await ask('PUT', `/saved-replies/${hours}/answers-alone`, { isAllowed: true });
  const week: object[][] = [[], [], [], [], [], [], []];
  week[(new Date().getUTCDay() + 3) % 7] = [{ from: 540, to: 1_080 }];
  await ask('PUT', '/business-hours', {
    ...{
      hours: { timeZone: 'UTC', week, closedDays: [] },
      firstResponseMinutes: null,
      nextResponseMinutes: null,
    },
  });
  await ask('PATCH', '/assist', { modes: { afterHours: 'on' } });
}

it(
  `${KILLS} times kill -9 while a closed team's replies answer alone: each customer is answered once`,
  async () => {
    const rig = await setUpRig();
    const { database, platform, workspace } = rig;
    const t = workspace.tenantKey;
    await allowAnswers(rig);
    const countCases = async (result: string): Promise<number> => {
      const [row] = await database.select<{ n: number }>(
        'SELECT COUNT(*) AS n FROM after_hours_answers WHERE tenant_id = :t AND result = :result',
        { t, result },
      );
      return Number(row?.n);
    };
    const makeDue = () =>
      database.run(
        `UPDATE after_hours_answers SET due_at = UTC_TIMESTAMP(3)
         WHERE tenant_id = :t AND due_at > UTC_TIMESTAMP(3)`,
        { t },
      );
    const phones = Array.from({ length: KILLS * AT_ONCE }, (_, index) => `155507${String(10_000 + index)}`);
    const [waiting, sent]: [number[], number[]] = [[], []];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const writing = phones.slice(kill * AT_ONCE, (kill + 1) * AT_ONCE);
      await Promise.all(writing.map((phone) => platform.customerWrites(phone, 'when are you open today?')));
      const [before, some] = [await countCases('sent'), 1 + ((kill * 7) % (AT_ONCE / 2))];
      // In turn: once some were answered, and once some were noted.
      await eventually(async () => {
        if (kill % 2 === 1) return (await countCases('waiting')) >= some;
        await makeDue();
        return (await countCases('sent')) >= before + some;
      }, END_MS);
      await rig.server.kill();
      waiting.push(await countCases('waiting'));
      sent.push(await countCases('sent'));
      await killAndRestart(rig);
      await expireLanes(rig);
    }
    await eventually(async () => {
      await makeDue();
      return (await countCases('sent')) === phones.length;
    }, END_MS);
    await untilSent(rig, END_MS);
    await settle(rig, END_MS);

    console.log(
      `${KILLS} kills; cases that waited at each: ${waiting.join(', ')}; answered: ${sent.join(', ')}`,
    );
    expect(Math.max(...waiting), 'a kill is between a message and its answer').toBeGreaterThan(0);
    expect(Math.max(...sent), 'a kill is between two answers').toBeGreaterThan(0);
    const answers = new Map<string, string[]>(phones.map((phone) => [phone, []]));
    for (const { waId, text } of await platformSends(rig)) answers.get(waId)?.push(text);
    const wrong = [...answers].filter(
      ([, texts]) => texts.length !== 1 || !texts[0]?.includes('This is an automatic answer.'),
    );
    expect(wrong, 'each customer gets one automatic answer').toEqual([]);
    const [counts] = await database.select<Record<string, number>>(
      `SELECT (SELECT COUNT(*) FROM after_hours_answers WHERE tenant_id = :t) AS cases,
         (SELECT COUNT(DISTINCT answer_id) FROM after_hours_answers WHERE tenant_id = :t) AS answers,
         (SELECT SUM(count) FROM assist_outcomes WHERE tenant_id = :t AND feature = 'afterHours' AND outcome = 'shown') AS counted`,
      { t },
    );
    expect(Object.values(counts ?? {}).map(Number)).toEqual([phones.length, phones.length, phones.length]);
    await expectConsistent(rig);
  },
  8 * END_MS,
);
