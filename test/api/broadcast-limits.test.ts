import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  countAdded,
  countRecipients,
  tenantsWithBroadcasts,
} from '../../server/features/broadcasts/index.ts';
import { decodeId, encodeTenantId, newKey } from '../../server/kernel/ids.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { readMessagingLimit } from '../../shared/domain/message-limits.ts';
import { SLOW_PER_MINUTE } from '../../shared/domain/templates/broadcasts.ts';
import { isOnSeveralNodes } from '../helpers/lane.ts';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { addTemplate } from '../helpers/templates.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ sentDelayMs: [5, 10], deliveredDelayMs: [5, 20] });
  server = await startTestServer({ GRAPH_URL: platform.url });
  await addTemplate(platform, { name: 'plain' });
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
  expect(trippedStatements).toEqual([]);
});

/** What broadcasts use of a limit of 250 people. */
const ALLOWED = 225;

/** Creates a connected workspace with so many contacts, whose number the platform rates like this. */
async function setUp(people: number, number: object): Promise<TestWorkspace> {
  await platform.control('PATCH', `/accounts/${demoAccount.phoneNumberId}`, number);
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  await workspace.dashboard('POST', '/template-sync');
  await eventually(async () => (await workspace.api('GET', '/templates?search=plain')).body.data.length > 0);
  const contacts = Array.from({ length: people }, (_, index) => ({ phone: `1555030${1_000 + index}` }));
  for (let from = 0; from < people; from += 100)
    await workspace.api('POST', '/contacts/batch', { contacts: contacts.slice(from, from + 100) });
  await knows(workspace, number);
  return workspace;
}

/** Waits until the workspace knows what the platform says of its number. */
async function knows(workspace: TestWorkspace, number: object): Promise<void> {
  await workspace.dashboard('POST', '/cloud-api/checks');
  await eventually(async () => {
    const { body } = await workspace.dashboard('GET', '/cloud-api');
    return Object.entries(number).every(([name, value]) => body.number?.[name] === value);
  });
}

async function start(workspace: TestWorkspace, name = 'News') {
  const template = { name: 'plain', language: 'en' };
  const { body } = await workspace.api('POST', '/broadcasts', {
    ...{ name, template, audience: { all: true } },
  });
  return {
    read: async () => (await workspace.api('GET', `/broadcasts/${body.id}`)).body,
    act: async (action: string) => (await workspace.api('POST', `/broadcasts/${body.id}/${action}`)).body,
  };
}

it('writes to no more people in 24 hours than the number may, and goes on afterwards', async () => {
  const workspace = await setUp(ALLOWED + 5, { messagingLimit: 'TIER_250', quality: 'GREEN' });
  // A template outside of broadcasts counts, too; a reply does not.
  const one = { contactId: '15550301000', type: 'template', templateName: 'plain', templateLanguage: 'en' };
  expect((await workspace.api('POST', '/messages/send', one)).body.status).toBe('sent');
  await workspace.api('DELETE', '/contacts/15550301000');
  await platform.customerWrites('15550301001', 'hello');
  await eventually(async () => (await workspace.api('GET', '/messages/15550301001')).body.data.length === 1);
  await workspace.api('POST', '/messages/send', { ...one, contactId: '15550301001' });

  const { read } = await start(workspace);
  const full = await eventually(async () => {
    const broadcast = await read();
    // Messages on their way count, too; what they leave is found out by the next look, half a minute later at most.
    return broadcast.wait?.reason === 'daily_limit' && broadcast.counts.sent === ALLOWED && broadcast;
  }, 90_000);
  // One place was taken before; the person whose reply window is open takes none, but the broadcast counts messages.
  expect(full.counts).toMatchObject({ recipients: ALLOWED + 4, queued: 0, waiting: 4 });
  expect(full.status).toBe('running');
  const inHours = (Date.parse(full.wait.until) - Date.now()) / 3_600_000;
  expect(inHours > 23.5 && inHours < 24.1, `in ${inHours} hours`).toBe(true);

  await server.container.database.run(
    'UPDATE messaged_people SET messaged_at = messaged_at - INTERVAL 25 HOUR WHERE tenant_id = :t',
    { t: workspace.scope.key },
  );
  const done = await eventually(async () => {
    const broadcast = await read();
    return broadcast.status === 'completed' && broadcast;
  });
  expect(done).toMatchObject({ wait: null, counts: { sent: ALLOWED + 4, waiting: 0 } });
}, 120_000);

it('is slower while the platform rates the quality as medium, and says so', async () => {
  const workspace = await setUp(60, { messagingLimit: 'TIER_UNLIMITED', quality: 'YELLOW' });
  const from = performance.now();
  const { read } = await start(workspace);
  const slow = await eventually(async () => {
    const broadcast = await read();
    return broadcast.pace !== null && broadcast;
  });
  expect(slow).toMatchObject({ status: 'running', pace: { reason: 'quality', perMinute: SLOW_PER_MINUTE } });
  const done = await eventually(async () => {
    const broadcast = await read();
    return broadcast.status === 'completed' && broadcast;
  }, 60_000);
  // A burst of a second at once, and the rest at the pace: never faster, whatever the machine.
  const seconds = (60 - SLOW_PER_MINUTE / 60) / (SLOW_PER_MINUTE / 60);
  expect(performance.now() - from).toBeGreaterThan(seconds * 1_000);
  expect(done).toMatchObject({ pace: null, counts: { sent: 60, waiting: 0 } });

  // One that began slowly goes on at full pace once the quality is high again.
  const next = await start(workspace, 'More news');
  await eventually(async () => (await next.read()).pace !== null);
  expect(await next.act('pause')).toMatchObject({ status: 'paused', pace: null });
  await platform.control('PATCH', `/accounts/${demoAccount.phoneNumberId}`, { quality: 'GREEN' });
  await knows(workspace, { quality: 'GREEN' });
  await next.act('resume');
  await eventually(async () => (await next.read()).status === 'completed', 60_000);
  const slowed = await server.container.database.select(
    'SELECT 1 AS one FROM broadcasts WHERE tenant_id = :t AND name = :name AND is_slowed = 0',
    { t: workspace.scope.key, name: 'More news' },
  );
  expect(slowed).toHaveLength(1);
}, 120_000);

it('pauses when the platform rates the quality as low, and goes on when a person resumes it', async () => {
  const workspace = await setUp(150, { messagingLimit: 'TIER_UNLIMITED', quality: 'GREEN' });
  await platform.configure({ sendLatencyMs: 400 });
  const { read, act } = await start(workspace);
  await eventually(async () => (await read()).counts.sent > 0);
  await platform.control('PATCH', `/accounts/${demoAccount.phoneNumberId}`, { quality: 'RED' });
  await knows(workspace, { quality: 'RED' });
  const paused = await eventually(async () => {
    const broadcast = await read();
    return broadcast.status === 'paused' && broadcast;
  });
  expect(paused.pauseReason).toBe('quality');
  expect(paused.counts.waiting).toBeGreaterThan(0);
  await platform.configure({ sendLatencyMs: 0 });
  expect(await act('resume')).toMatchObject({ status: 'running', pauseReason: null });
  await eventually(async () => (await read()).status === 'completed', 60_000);

  // A new one asks again.
  const next = await start(workspace);
  await eventually(async () => (await next.read()).pauseReason === 'quality');
  await platform.control('PATCH', `/accounts/${demoAccount.phoneNumberId}`, { quality: 'GREEN' });
}, 120_000);

it.each([
  ['TIER_250', 250],
  ['TIER_1K', 1_000],
  ['TIER_100K', 100_000],
  ['TIER_UNLIMITED', Number.POSITIVE_INFINITY],
  ['TIER_NOT_SET', null],
  [null, null],
])('reads the limit %s', (limit, people) => {
  expect(readMessagingLimit(limit)).toBe(people);
});

it('counts the same people for the limit and for the counts, where the database keeps no foreign keys', async () => {
  const workspace = await createWorkspace(server);
  const ctx = server.container.contextFor(workspace.scope);
  const id = newKey();
  const connection = await createConnection(server.databaseUrl);
  try {
    await connection.query('SET FOREIGN_KEY_CHECKS = 0');
    // The row of a contact that is deleted.
    await connection.execute(
      'INSERT INTO broadcast_recipients (tenant_id, broadcast_id, contact_id, state) VALUES (?, ?, ?, 0)',
      [workspace.scope.key, id, newKey()],
    );
  } finally {
    await connection.end();
  }
  const { counts } = await countRecipients(ctx, id);
  expect([await countAdded(ctx, id), counts.recipients]).toEqual([0, 0]);
});

it.skipIf(isOnSeveralNodes)(
  'can be stopped while the database takes longer than other requests may wait',
  async () => {
    const workspace = await setUp(1, { messagingLimit: 'TIER_1K', quality: 'GREEN' });
    const { body } = await workspace.api('POST', '/broadcasts', {
      ...{ name: 'Slow', template: { name: 'plain', language: 'en' }, audience: { all: true } },
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const connection = await createConnection(server.databaseUrl);
    try {
      await connection.beginTransaction();
      await connection.execute('SELECT id FROM broadcasts WHERE id = ? FOR UPDATE', [decodeId(body.id)]);
      const stopped = workspace.api('POST', `/broadcasts/${body.id}/cancel`);
      await new Promise((resolve) => setTimeout(resolve, 4_200));
      await connection.rollback();
      expect((await stopped).body).toMatchObject({ status: 'canceled' });
    } finally {
      await connection.end();
    }
  },
);

it('every workspace with broadcasts has a turn, however many there are', async () => {
  const chosen: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const workspace = await setUp(1, {});
    await start(workspace, 'Turn');
    chosen.push(workspace.scope.tenantId);
  }
  const statuses = ['scheduled', 'running', 'completed', 'paused', 'canceled'] as const;
  const found = async (options: object) => {
    const tenants: string[] = [];
    for await (const tenantId of tenantsWithBroadcasts(server.container.database, statuses, options))
      tenants.push(encodeTenantId(tenantId));
    return tenants;
  };
  const paged = await found({ atOnce: 2 });
  expect(paged).toEqual(expect.arrayContaining(chosen));
  expect(new Set(paged).size).toBe(paged.length);
  expect(paged).toEqual(await found({}));
});
