import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { climbs, type MessageStatus } from '../../shared/domain/message-status.ts';
import { propertyRuns } from '../helpers/lane.ts';
import {
  connectWorkspace,
  envelope,
  eventually,
  postCallback,
  startPlatform,
  type TestPlatform,
} from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

const PHONE = '15550142000';
const MESSAGES = 25;
const REPORTED = ['sent', 'delivered', 'read', 'failed'] as const;
type Reported = (typeof REPORTED)[number];

let server: TestServer;
let platform: TestPlatform;
let workspace: TestWorkspace;
beforeAll(async () => {
  // The phones of this platform are silent: all statuses come from the test.
  const never: [number, number] = [3_600_000, 3_600_000];
  platform = await startPlatform({ sentDelayMs: never, deliveredDelayMs: never });
  server = await startTestServer({ GRAPH_URL: platform.url });
  workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  await platform.customerWrites(PHONE, 'hello');
  await eventually(async () => (await workspace.api('GET', `/messages/${PHONE}`)).status === 200);
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
  expect(trippedStatements).toEqual([]);
});

/** Statuses in the order of arrival: shuffled over all messages, with repetitions. */
const arrivals = fc
  .array(fc.array(fc.constantFrom(...REPORTED), { maxLength: 6 }), {
    minLength: MESSAGES,
    maxLength: MESSAGES,
  })
  .map((byMessage) => byMessage.flatMap((reports, message) => reports.map((status) => ({ message, status }))))
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
const batches = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 200, maxLength: 200 });

it('every message ends with the right status and times, in whatever order its statuses arrive', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, batches, async (arrivals, sizes) => {
      const sent = await Promise.all(Array.from({ length: MESSAGES }, (_, at) => sendText(`ladder ${at}`)));
      const firstSecond = Math.floor(Date.now() / 1_000) - 1_000;
      const secondOf = (message: number, status: Reported) =>
        firstSecond + 10 * message + REPORTED.indexOf(status);

      let from = 0;
      const posted = sizes.map((size) => {
        const batch = arrivals.slice(from, from + size);
        from += size;
        return batch.map(({ message, status }, at) => ({
          id: sent[message]?.platformId,
          status,
          timestamp: String(secondOf(message, status)),
          // Identical statuses would be dropped; this makes each one different.
          nonce: `${from} ${at}`,
          ...(status === 'failed' ? { errors: [{ code: 131026, title: 'Message undeliverable' }] } : {}),
        }));
      });
      await Promise.all(
        posted
          .filter((statuses) => statuses.length > 0)
          .map((statuses) => postCallback(server, workspace, envelope({ statuses }))),
      );
      await untilProcessed();

      const history = (await workspace.api('GET', `/messages/${PHONE}?limit=${MESSAGES}`)).body.data;
      const stored = new Map(history.map((one: { id: string }) => [one.id, one]));
      for (const [message, before] of sent.entries()) {
        const reported = new Set(arrivals.filter((one) => one.message === message).map((one) => one.status));
        const at = (status: Reported) =>
          reported.has(status) ? new Date(secondOf(message, status) * 1_000).toISOString() : null;
        const status = outcomeOf(reported);
        expect(stored.get(before.id)).toMatchObject({
          status,
          sentAt: before.sentAt,
          deliveredAt: at('delivered'),
          readAt: at('read'),
          failedAt: at('failed'),
          error: status === 'failed' ? { code: '131026' } : null,
        });
      }
    }),
    // No shrinking: each run takes a second.
    { ...propertyRuns(2, 6), endOnFailure: true },
  );
}, 120_000);

function outcomeOf(reported: ReadonlySet<Reported>): MessageStatus {
  return [...reported].reduce<MessageStatus>((now, next) => (climbs(now, next) ? next : now), 'sent');
}

async function sendText(content: string): Promise<{ id: string; platformId: string; sentAt: string }> {
  const answer = await workspace.api('POST', '/messages/send', { contactId: PHONE, type: 'text', content });
  expect(answer.body).toMatchObject({ status: 'sent', platformId: expect.any(String) });
  return answer.body;
}

async function untilProcessed(): Promise<void> {
  await eventually(async () => {
    const [open] = await server.container.database.select<{ count: number }>(
      'SELECT COUNT(*) AS count FROM inbound_callbacks WHERE tenant_id = :tenantId AND state = 0',
      { tenantId: workspace.scope.key },
    );
    return Number(open?.count) === 0;
  }, 20_000);
}
