import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, hourOf } from '../../server/features/insights/figures.ts';
import { requestRebuild } from '../../server/features/insights/index.ts';
import { addFacts, insertHours } from '../../server/features/insights/insights.sql.ts';
import type { Insights } from '../../shared/contract/public/insights.contract.ts';
import { createInsightSteps } from '../helpers/insights.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';

const DAY_MS = 24 * HOUR_MS;
const DAYS = 100;
const PHONE = '15550183001';

let messaging: Messaging;
let steps: ReturnType<typeof createInsightSteps>;
beforeAll(async () => {
  messaging = await startMessaging();
  steps = createInsightSteps(messaging.server, messaging.workspace);
});
afterAll(() => messaging.stop());

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Periods of many days, of whole days alone, of hardly one, and of long ago. */
const PERIODS = [
  'days=90',
  'days=7',
  'days=1',
  `from=${dayAgo(60)}&to=${dayAgo(30)}`,
  `from=${dayAgo(3)}&to=${dayAgo(3)}`,
  `from=${dayAgo(455)}&to=${dayAgo(445)}`,
];

/** Returns what is counted by the day as well. */
async function figures(): Promise<Pick<Insights, 'firstResponse' | 'resolution' | 'members'>[]> {
  const all: Pick<Insights, 'firstResponse' | 'resolution' | 'members'>[] = [];
  for (const period of PERIODS) {
    const { status, body } = await messaging.workspace.api('GET', `/insights?${period}`);
    expect(status).toBe(200);
    const { firstResponse, resolution, members } = body as Insights;
    all.push({ firstResponse, resolution, members });
  }
  return all;
}

const { run, select } = {
  run: (sql: string) =>
    messaging.server.container.database.run(sql, { tenantId: messaging.workspace.scope.key }),
  select: async (sql: string) =>
    (
      await messaging.server.container.database.select<{ n: number }>(sql, {
        tenantId: messaging.workspace.scope.key,
      })
    )[0]?.n,
};
const daysSeq = 'SELECT days_seq AS n FROM insight_cursors WHERE tenant_id = :tenantId';
/** As a server leaves it that does not count days yet. */
const forgetDays = () => run('UPDATE insight_cursors SET days_seq = NULL WHERE tenant_id = :tenantId');

it('days are sums of hours: after a rebuild, while events are counted, and beside a server without days', async () => {
  const { workspace, server } = messaging;
  await messaging.hello(PHONE, 'hello');
  const { body: conversation } = await workspace.api('GET', `/conversations/${PHONE}`);
  const say = () =>
    workspace.dashboard('POST', `/conversations/${conversation.id}/messages`, {
      ...{ content: 'Yes', clientId: randomUUID() },
    });
  for (let count = 0; count < 6; count += 1) expect((await say()).status).toBe(201);
  await steps.whenCounted();
  const memberId = (
    await server.container.database.select<{ id: Buffer }>(
      'SELECT id FROM users WHERE tenant_id = :tenantId LIMIT 1',
      { tenantId: workspace.scope.key },
    )
  )[0]?.id as Buffer;

  // What happened in the last hundred days, several times a day; and an hour that is older than all facts.
  const facts = Array.from({ length: DAYS * 5 }, (_, index) => ({
    kind: index % 2 === 0 ? ('first_response' as const) : ('resolution' as const),
    at: new Date(Date.now() - index * 4.7 * HOUR_MS - HOUR_MS),
    ...{ subjectId: randomBytes(16), conversationId: randomBytes(16), contactId: randomBytes(16) },
    ...{ memberId, seconds: 30 + ((index * 7919) % 20_000), reason: null },
  }));
  await addFacts(steps.ctx, facts);
  const old = hourOf(new Date(Date.now() - 450 * DAY_MS), 0);
  await insertHours(steps.ctx, [
    { metric: 'first_response', hour: old, part: '', n: 3, histogram: { 90: 2, 120: 1 } },
  ]);
  await run(
    `UPDATE messages SET created_at = created_at - INTERVAL 80 HOUR
     WHERE tenant_id = :tenantId AND direction = 'outbound'`,
  );
  await requestRebuild(steps.ctx);
  await steps.whenCounted();
  const byDay = await figures();
  expect(byDay[0]?.firstResponse.count).toBeGreaterThan(200);
  expect(byDay[3]?.resolution.count).toBeGreaterThan(60);
  expect(byDay[5]?.firstResponse).toMatchObject({ count: 3, medianSeconds: expect.any(Number) });
  expect(byDay[1]?.members[0]).toMatchObject({ messagesSent: 6, firstResponses: expect.any(Number) });
  // A sum by the day is read, and not only hours.
  await run(
    "UPDATE insight_hours SET n = n + 1000 WHERE tenant_id = :tenantId AND metric = 'first_response_day'",
  );
  expect((await figures())[0]?.firstResponse.count).toBeGreaterThan(1_000);
  await run(
    "UPDATE insight_hours SET n = n - 1000 WHERE tenant_id = :tenantId AND metric = 'first_response_day'",
  );
  expect(await figures()).toEqual(byDay);

  await forgetDays();
  expect(await figures()).toEqual(byDay);

  // The next event brings the days back.
  await messaging.hello(PHONE, 'and now?');
  await say();
  await eventually(async () => {
    await steps.whenCounted();
    return (await select(daysSeq)) !== null;
  });
  const later = await figures();
  await forgetDays();
  expect(await figures()).toEqual(later);
  expect(later[0]?.members[0]?.messagesSent).toBe(7);
}, 120_000);
