import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestRebuild } from '../../server/features/insights/index.ts';
import { countMessages, type MessageOrder } from '../../server/features/insights/rebuild.sql.ts';
import type { Insights } from '../../shared/contract/public/insights.contract.ts';
import { createInsightSteps } from '../helpers/insights.ts';
import { sized } from '../helpers/lane.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { expectFigures, recount } from '../helpers/recount.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';

const ROUNDS = sized(30, 300);
const AT_ONCE = 6;
const PHONES = Array.from({ length: 9 }, (_, index) => `1555018${String(1_000 + index)}`);
/** The platform fails what is sent to it, with the code in its number. */
const REFUSING = ['15550131026', '15550131049'];

let messaging: Messaging;
let steps: ReturnType<typeof createInsightSteps>;
beforeAll(async () => {
  messaging = await startMessaging();
  steps = createInsightSteps(messaging.server, messaging.workspace);
});
afterAll(async () => {
  await messaging.stop();
  expect(trippedStatements).toEqual([]);
});

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);

/** Returns numbers below 1, the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Does something that changes figures, or could. What is not possible at the moment is rejected, and changes nothing. */
async function actAt(next: () => number): Promise<void> {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item;
  const phone = pick(PHONES);
  const action = next();
  if (action < 0.34)
    await messaging.platform.customerWrites(phone, pick(['hello', 'price?', 'still there?']));
  else if (action < 0.4) await messaging.platform.customerWrites(phone, pick(['STOP', 'START']));
  else if (action < 0.5)
    await messaging.send({
      contactId: pick([...PHONES, ...REFUSING]),
      type: 'text',
      content: 'From a program',
    });
  else {
    const { body } = await messaging.workspace.api('GET', `/conversations/${phone}`);
    if (body.id === undefined) return;
    if (action < 0.72)
      await dashboard('POST', `/conversations/${body.id}/messages`, {
        ...{ content: 'From a person', clientId: randomUUID() },
      });
    else
      await dashboard('PATCH', `/conversations/${body.id}`, {
        status: pick(['closed', 'closed', 'open'] as const),
      });
  }
}

/** Waits until nothing is on its way anywhere. */
async function settled(): Promise<void> {
  const { database } = messaging.server.container;
  let before = '';
  let quiet = 0;
  await eventually(async () => {
    messaging.server.wake();
    const [row] = await database.select<Record<string, number>>(
      `SELECT (SELECT COUNT(*) FROM outbound_sends WHERE tenant_id = :t) AS sends,
         (SELECT COUNT(*) FROM inbound_callbacks WHERE tenant_id = :t AND state = 0) AS callbacks, (SELECT seq FROM tenant_counters WHERE tenant_id = :t) AS seq,
         (SELECT COUNT(*) FROM messages WHERE tenant_id = :t AND direction = 'outbound'
            AND status NOT IN ('failed', 'delivered', 'read')) AS underway`,
      { t: messaging.workspace.scope.key },
    );
    const now = JSON.stringify(row);
    quiet = now === before ? quiet + 1 : 0;
    before = now;
    return quiet > 3 && [row?.sends, row?.callbacks, row?.underway].every((left) => Number(left) === 0);
  }, 40_000);
  await steps.whenCounted();
}

/** Returns the figures of today and yesterday: midnight may pass during the test. */
async function figures(): Promise<Insights> {
  const { status, body } = await messaging.workspace.api('GET', '/insights?days=2');
  expect(status).toBe(200);
  return body;
}

const withoutAge = (insights: Insights) => ({ ...insights, open: [], waiting: null, points: [] });

it('figures are those of a plain count, after whatever happened, and after a rebuild', async () => {
  const rule = {
    ...{ name: 'Prices', isEnabled: true, conditions: [], pauseHours: 1 },
    trigger: { kind: 'keyword', words: ['price'], match: 'contains' },
    actions: [{ kind: 'text', text: 'It is 12.' }],
  };
  expect((await dashboard('POST', '/automation-rules', rule)).status).toBe(201);
  const next = numbersFrom(17);
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => actAt(next)));
    // Callbacks are processed meanwhile, so that there is something to answer.
    await sleep(80);
  }
  await settled();
  const { database } = messaging.server.container;
  const counted = await recount(database, messaging.workspace.scope.key);
  // Something of each kind has happened.
  expect(counted.firstResponse.length).toBeGreaterThan(2);
  expect(counted.conversationsClosed).toBeGreaterThan(1);
  expect(await steps.countOrigins()).toMatchObject({
    automation: expect.any(Number),
    consent: expect.any(Number),
  });
  const live = await figures();
  expectFigures(live, counted);
  expect(await steps.automaticResponses()).toBe(0);

  await requestRebuild(steps.ctx);
  await steps.whenCounted();
  expect(withoutAge(await figures())).toEqual(withoutAge(live));

  // What is deleted or merged is still counted, live and after a rebuild.
  const { body } = await messaging.workspace.api('GET', '/conversations?limit=100');
  const [deleted, merged, into] = body.data.map(({ contact }: { contact: { id: string } }) => contact.id);
  expect((await messaging.workspace.api('DELETE', `/contacts/${deleted}`)).status).toBe(200);
  expect((await messaging.workspace.api('POST', `/contacts/${merged}/merge`, { into })).status).toBe(200);
  await settled();
  const keep = ({ members, ...insights }: Insights) => withoutAge({ ...insights, members: [] });
  const after = await figures();
  expect(keep(after)).toEqual(keep(live));
  expect(after.members.map(({ openConversations: _, ...member }) => member)).toEqual(
    live.members.map(({ openConversations: _, ...member }) => member),
  );
  await requestRebuild(steps.ctx);
  await steps.whenCounted();
  expect(keep(await figures())).toEqual(keep(live));
  // Both ways to read the messages find the same.
  const sums = async (order: MessageOrder) =>
    (await countMessages(steps.ctx, 0, order)).map((sum) => JSON.stringify(sum)).sort();
  expect(await sums('table')).toEqual(await sums('threads'));
  expect((await sums('table')).length).toBeGreaterThan(2);
}, 400_000);

it('a message of the server itself is no first response, and the answer of a person after it is', async () => {
  const phone = '15550182001';
  await messaging.hello(phone, 'price?');
  await eventually(async () =>
    (await messaging.history(phone)).some(({ sentBy }: { sentBy: string }) => sentBy === 'automation'),
  );
  await settled();
  const before = (await figures()).firstResponse.count;
  await messaging.hello(phone, 'STOP');
  await eventually(async () =>
    (await messaging.history(phone)).some(({ sentBy }: { sentBy: string }) => sentBy === 'consent'),
  );
  await settled();
  expect((await figures()).firstResponse.count).toBe(before);
  await messaging.hello(phone, 'And how much is it?');
  const { body } = await messaging.workspace.api('GET', `/conversations/${phone}`);
  expect(body).toMatchObject({ firstResponseAt: null, waitingSince: expect.any(String) });
  await dashboard('POST', `/conversations/${body.id}/messages`, { content: '12.', clientId: randomUUID() });
  await settled();
  expect((await figures()).firstResponse.count).toBe(before + 1);
}, 60_000);
