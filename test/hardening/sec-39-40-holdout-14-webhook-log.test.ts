import { expect, it } from 'vitest';
import { webhookRetention } from '../../server/features/webhooks/sending/webhook-removal.repository.ts';
import { eventually } from '../helpers/platform.ts';
import { sweep } from '../helpers/sweep.ts';
import { setUpWebhooks } from '../helpers/webhooks.ts';

const webhooks = setUpWebhooks();

/** Returns the first delivery of an endpoint after its first attempt. */
async function attempted(of: Awaited<ReturnType<typeof webhooks.setUp>>) {
  const { id } = await eventually(async () =>
    (await webhooks.deliveries(of.workspace, of.at)).find((one: { attempts: number }) => one.attempts === 1),
  );
  return (await of.workspace.dashboard('GET', `${of.at}/deliveries/${id}`)).body;
}

const secondsUntilNext = (one: { lastAttemptAt: string; nextAttemptAt: string }) =>
  (Date.parse(one.nextAttemptAt) - Date.parse(one.lastAttemptAt)) / 1_000;

it('SEC-39: secrets in the headers of a response are not kept, and 2 KB of its body are', async () => {
  const one = await webhooks.setUp();
  await webhooks.receiver.behave(one.path, {
    act: 'pour',
    headers: {
      'set-cookie': 'session=s3cret-cookie',
      authorization: 'Bearer s3cret-bearer',
      'x-api-key': 's3cret-key',
      'x-auth-token': 's3cret-token',
      'x-request-id': 'r-1',
      'www-authenticate': 'Basic realm="orders"',
    },
  });
  await one.write('hello');
  const { log } = await attempted(one);
  const headers = Object.fromEntries(log[0].responseHeaders);
  expect(headers).toMatchObject({
    'set-cookie': '(not shown)',
    authorization: '(not shown)',
    'x-api-key': '(not shown)',
    'x-auth-token': '(not shown)',
    'x-request-id': 'r-1',
    'www-authenticate': 'Basic realm="orders"',
  });
  expect([log[0].responseBody.length, log[0].isBodyCut]).toEqual([2_048, true]);
  const stored = await webhooks.server.container.database.select<{ headers: string }>(
    '/* system: test */ SELECT response_headers AS headers FROM webhook_attempts',
  );
  expect(JSON.stringify(stored)).not.toContain('s3cret');
});

it('SEC-40: held deliveries of a paused endpoint are deleted after 30 days, and younger ones are sent', async () => {
  const one = await webhooks.setUp();
  await one.workspace.dashboard('POST', `${one.at}/pause`, { events: 'hold' });
  for (const text of ['old', 'young']) await one.write(text);
  await eventually(
    async () => (await webhooks.deliveries(one.workspace, one.at, '?state=held')).length === 2,
  );
  const db = webhooks.server.container.database;
  for (const table of ['webhook_deliveries', 'webhook_events'])
    await db.run(
      `/* system: test */ UPDATE ${table} SET created_at = created_at - INTERVAL 31 DAY
       WHERE tenant_id = :tenantId ORDER BY created_at, id LIMIT 1`,
      { tenantId: one.workspace.scope.key },
    );
  for (const step of webhookRetention(db)) await sweep(step);
  expect(await webhooks.deliveries(one.workspace, one.at)).toHaveLength(1);
  const events = await db.select(
    '/* system: test */ SELECT id FROM webhook_events WHERE tenant_id = :tenantId',
    { tenantId: one.workspace.scope.key },
  );
  expect(events).toHaveLength(1);
  await one.workspace.dashboard('POST', `${one.at}/resume`);
  const [sent] = await webhooks.untilReceived(one.path, 1);
  expect(sent?.body).toContain('young');
});

it.each([
  [429, '2', 4],
  [503, '7', 7],
  [503, '3600', 3_600],
  [429, new Date(Date.now() + 3_600_000).toUTCString(), 3_000],
  [503, null, 4],
])(
  'holdout-14: %i with Retry-After %s delays the second attempt by at least %i s',
  async (status, after, least) => {
    const one = await webhooks.setUp();
    const headers: Record<string, string> = after === null ? {} : { 'retry-after': after };
    await webhooks.receiver.behave(one.path, { status, headers });
    await one.write('hello');
    const seconds = secondsUntilNext(await attempted(one));
    expect(seconds).toBeGreaterThanOrEqual(least - 0.1);
    // It counts from when the result was stored, a moment after the response.
    expect(seconds).toBeLessThan(Math.max(least, 10) + 600);
  },
);
