import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeId, newKey } from '../../server/kernel/ids.ts';
import { CONTACT_FIELDS_MAX } from '../../shared/domain/contact-status.ts';
import { SEGMENTS_MAX } from '../../shared/domain/contacts/segments.ts';
import { LABELS_MAX } from '../../shared/domain/inbox-views.ts';
import { SAVED_REPLIES_MAX } from '../../shared/domain/saved-reply.ts';
import { isOnSeveralNodes } from '../helpers/lane.ts';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  type Answer,
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let platform: TestPlatform;
let workspace: TestWorkspace;
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url });
  workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
  expect(trippedStatements).toEqual([]);
});

const many = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Counts the responses by status. */
function statuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const total = async () => (await workspace.api('GET', '/contacts')).body.pagination.total;

/** Checks the stored count against the rows. */
async function expectCountKept(): Promise<void> {
  const [row] = await server.container.database.select<{ counted: number }>(
    'SELECT COUNT(*) AS counted FROM contacts WHERE tenant_id = :tenantId',
    { tenantId: workspace.scope.key },
  );
  expect(await total()).toBe(Number(row?.counted));
}

describe('concurrent requests', () => {
  it('create one contact for all spellings of a number', async () => {
    const spellings = [
      '+55 11 98765-4321',
      '5511987654321',
      '551187654321',
      '00551187654321',
      '+55 (11) 8765.4321',
    ];
    const before = await total();
    const answers = await many(50, (index) =>
      workspace.api('POST', '/contacts', {
        phone: spellings[index % spellings.length],
        name: `racer ${index}`,
      }),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: 49 });
    for (const { status, body } of answers) {
      if (status === 409) expect(body.error.code).toBe('contact_phone_taken');
    }
    expect(await total()).toBe(before + 1);
    await expectCountKept();
  });

  it('give a free number to one of several contacts, and every former number still resolves', async () => {
    const ids = await many(6, async (index) => {
      const { body } = await workspace.api('POST', '/contacts', { phone: `4917100000${10 + index}` });
      return body.id as string;
    });
    const answers = await many(60, (index) =>
      workspace.api('PATCH', `/contacts/${ids[index % ids.length]}`, { phone: '491719999999' }),
    );
    // The contact that got the number can set it again; the others cannot.
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const contacts = await many(
      ids.length,
      async (index) => (await workspace.api('GET', `/contacts/${ids[index]}`)).body,
    );
    const owners = contacts.filter(({ phone }) => phone === '491719999999');
    expect(owners).toHaveLength(1);
    for (const { id, phone } of contacts) {
      expect((await workspace.api('GET', `/messages/${phone}`)).status, id).toBe(200);
    }
  });

  it.skipIf(isOnSeveralNodes)('give a number that its contact has left to one of several', async () => {
    const create = async (phone: string) => (await workspace.api('POST', '/contacts', { phone })).body.id;
    const [left, phone] = ['491717000001', '491717000002'];
    const [former, other] = [await create(left), await create(phone)];
    expect((await workspace.api('PATCH', `/contacts/${former}`, { phone: '491717000003' })).status).toBe(200);
    const { database } = server.container;
    const waiting = async () => {
      const rows = await database.select(`/* system: test */ SELECT 1 FROM information_schema.innodb_trx
        WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE '%contact_identities%'`);
      return rows.length;
    };
    const connection = await createConnection(server.databaseUrl);
    try {
      await connection.beginTransaction();
      await connection.execute(
        'SELECT id FROM contact_identities WHERE tenant_id = ? AND contact_id = ? FOR UPDATE',
        [workspace.scope.key, decodeId(former)],
      );
      const all = Promise.all([
        workspace.api('POST', '/contacts', { phone: left }),
        workspace.api('PUT', `/contacts/${left}`, { name: 'upserted' }),
        workspace.api('PATCH', `/contacts/${other}`, { phone: left }),
      ]);
      await eventually(async () => (await waiting()) >= 3);
      await connection.rollback();
      for (const { status } of await all) expect([200, 201, 409]).toContain(status);
    } finally {
      await connection.end();
    }
    const [row] = await database.select<{ owners: number }>(
      'SELECT COUNT(*) AS owners FROM contacts WHERE tenant_id = :tenantId AND phone = :phone',
      { tenantId: workspace.scope.key, phone: left },
    );
    expect(Number(row?.owners)).toBe(1);
    await expectCountKept();
  });

  it('swap the numbers of two contacts without losing or duplicating one', async () => {
    const [left, right] = ['491718000001', '491718000002'];
    const [one, other] = await many(2, async (index) => {
      const { body } = await workspace.api('POST', '/contacts', { phone: [left, right][index] });
      return body.id as string;
    });
    const answers = await many(40, (index) =>
      workspace.api('PATCH', `/contacts/${index % 2 ? one : other}`, { phone: index % 4 < 2 ? left : right }),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const phones = await many(
      2,
      async (index) => (await workspace.api('GET', `/contacts/${[one, other][index]}`)).body.phone,
    );
    expect(new Set(phones).size).toBe(2);
  });

  it('change different fields of one contact without losing a change', async () => {
    const { body } = await workspace.api('POST', '/contacts', { phone: '491718000100', name: 'before' });
    const changes = [{ name: 'after' }, { status: 'hot' }, { tags: ['a', 'b'] }, { email: 'a@example.test' }];
    const answers = await many(40, (index) =>
      workspace.api('PATCH', `/contacts/${body.id}`, changes[index % 4]),
    );
    expect(statuses(answers)).toEqual({ 200: 40 });
    const contact = (await workspace.api('GET', `/contacts/${body.id}`)).body;
    expect(contact).toMatchObject({
      name: 'after',
      status: 'hot',
      tags: ['a', 'b'],
      email: 'a@example.test',
    });
  });

  it('delete a contact once, and return 404 to the others', async () => {
    const { body } = await workspace.api('POST', '/contacts', { phone: '491718000200' });
    const answers = await many(20, () => workspace.api('DELETE', `/contacts/${body.id}`));
    expect(statuses(answers)).toEqual({ 200: 1, 404: 19 });
    await expectCountKept();
  });

  it('create, change and delete one number, and its count stays right', async () => {
    const phone = '491718000300';
    await many(60, async (index) => {
      const { status, body } = await workspace.api('POST', '/contacts', { phone, name: `turn ${index}` });
      if (status !== 201) return;
      await workspace.api('PATCH', `/contacts/${body.id}`, { name: 'changed' });
      expect((await workspace.api('DELETE', `/contacts/${body.id}`)).status).toBe(200);
    });
    expect((await workspace.api('POST', '/contacts', { phone })).status).toBe(201);
    await expectCountKept();
  });

  it.each([
    ['without a conversation', '15550166001', false],
    ['with a conversation', '15550166002', true],
  ])(
    'send to a contact %s while it is deleted: each gets 201 or 404, and no message is left',
    async (_what, phone, hasConversation) => {
      const { body } = await workspace.api('POST', '/contacts', { phone });
      if (hasConversation) await workspace.dashboard('POST', `/contacts/${body.id}/conversation`);
      const sends = many(12, (index) =>
        workspace.api('POST', '/messages/send', {
          contactId: phone,
          type: 'text',
          content: `going ${index}`,
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 15));
      const [removed, answers] = await Promise.all([workspace.api('DELETE', `/contacts/${body.id}`), sends]);
      expect(removed.status).toBe(200);
      for (const { status } of answers) expect([201, 404]).toContain(status);
      expect((await workspace.api('GET', `/messages/${phone}`)).status).toBe(404);
      await eventually(async () => {
        const [left] = await server.container.database.select<{
          messages: number;
          sends: number;
          jobs: number;
        }>(
          `SELECT (SELECT COUNT(*) FROM messages WHERE tenant_id = :tenantId AND contact_id NOT IN
             (SELECT id FROM contacts WHERE tenant_id = :tenantId)) AS messages,
           (SELECT COUNT(*) FROM outbound_sends WHERE tenant_id = :tenantId) AS sends,
           (SELECT COUNT(*) FROM jobs WHERE tenant_id = :tenantId AND state = 0) AS jobs`,
          { tenantId: workspace.scope.key },
        );
        return Number(left?.messages) === 0 && Number(left?.sends) === 0 && Number(left?.jobs) === 0;
      });
      await expectCountKept();
    },
  );

  it('with a key that is being revoked all get 401 from its revocation on', async () => {
    const { apiKey, key } = (await workspace.dashboard('POST', '/api-keys', { name: 'short-lived' })).body;
    let isRevoked = false;
    const seen: { status: number; startedAfter: boolean }[] = [];
    const asking = many(8, async () => {
      for (let turn = 0; turn < 15; turn += 1) {
        const startedAfter = isRevoked;
        const { status } = await call(`${server.url}/api/v1/contacts?limit=1`, { headers: bearer(key) });
        seen.push({ status, startedAfter });
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await workspace.dashboard('DELETE', `/api-keys/${apiKey.id}`)).status).toBe(200);
    isRevoked = true;
    await asking;
    expect(seen.filter(({ startedAfter }) => startedAfter).map(({ status }) => status)).toContain(401);
    for (const { status, startedAfter } of seen) expect(startedAfter ? [401] : [200, 401]).toContain(status);
  });

  it('create ten API keys at most', async () => {
    const own = await createWorkspace(server);
    const answers = await many(50, (index) => own.dashboard('POST', '/api-keys', { name: `key ${index}` }));
    expect(statuses(answers)).toEqual({ 201: 9, 409: 41 });
    expect((await own.dashboard('GET', '/api-keys')).body.data).toHaveLength(10);
  });

  it.each([
    {
      ...{ table: 'contact_fields', columns: 'field_key, name, type, options', rest: "'text', '[]'" },
      ...{ max: CONTACT_FIELDS_MAX, path: '/contact-fields', code: 'contact_field_limit_reached' },
      input: (name: string) => ({ key: name, name, type: 'text' }),
    },
    {
      ...{ table: 'labels', columns: 'name, color', rest: "'blue'" },
      ...{ max: LABELS_MAX, path: '/labels', code: 'label_limit_reached' },
      input: (name: string) => ({ name, color: 'blue' }),
    },
    {
      ...{ table: 'segments', columns: 'name, filter, updated_at', rest: `'{"tag":"x"}', UTC_TIMESTAMP(3)` },
      ...{ max: SEGMENTS_MAX, path: '/segments', code: 'segment_limit_reached' },
      input: (name: string) => ({ name, filter: { tag: 'x' } }),
    },
    {
      ...{ table: 'saved_replies', columns: 'name, content, updated_at', rest: "'x', UTC_TIMESTAMP(3)" },
      ...{ max: SAVED_REPLIES_MAX, path: '/saved-replies', code: 'saved_reply_limit_reached' },
      input: (name: string) => ({ name, content: 'x' }),
    },
  ])('create $max rows of $table at most', async ({ table, columns, rest, max, path, code, input }) => {
    const own = await createWorkspace(server);
    const { database } = server.container;
    const names = columns.includes('field_key') ? ':name, :name' : ':name';
    for (let index = 0; index < max - 1; index += 1)
      await database.run(
        `INSERT INTO ${table} (id, tenant_id, created_at, ${columns})
         VALUES (:id, :tenantId, UTC_TIMESTAMP(3), ${names}, ${rest})`,
        { id: newKey(), tenantId: own.scope.key, name: `before_${index}` },
      );
    const answers = await many(20, (index) => own.dashboard('POST', path, input(`racer_${index}`)));
    expect(statuses(answers)).toEqual({ 201: 1, 409: 19 });
    for (const { status, body } of answers) if (status === 409) expect(body.error.code).toBe(code);
    expect((await own.dashboard('GET', path)).body.data).toHaveLength(max);
  });

  it('remove owners, but never the last one', async () => {
    const own = await createWorkspace(server);
    const owners = await many(4, async (index) => {
      const member = {
        name: `O${index}`,
        email: `race${index}@example.test`,
        password: 'long enough',
        role: 'owner',
      };
      return (await own.addMember(member)).id;
    });
    await many(5, (index) => own.dashboard('DELETE', `/members/${[...owners, own.ownerId][index]}`));
    const [row] = await server.container.database.select<{ owners: number }>(
      `SELECT COUNT(*) AS owners FROM users WHERE tenant_id = :tenantId AND role = 'owner'`,
      { tenantId: own.scope.key },
    );
    expect(Number(row?.owners)).toBeGreaterThanOrEqual(1);
  });
});
