import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicApi } from '../../shared/contract/index.ts';
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
import { routesOf } from '../tenancy/contract-routes.ts';

let platform: TestPlatform;
let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1' });
  workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  await workspace.api('POST', '/contacts', { name: 'Known', phone: '15550100100' });
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
  expect(trippedStatements).toEqual([]);
});

let made = 0;
const newKey = () => {
  made += 1;
  return `test-${made}`;
};
const post = (path: string, body: unknown, key: string, apiKey = workspace.key): Promise<Answer> =>
  call(`${server.url}/api/v1${path}`, {
    method: 'POST',
    body,
    headers: { ...bearer(apiKey), 'idempotency-key': key },
  });
const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed');
const contactsWith = async (phone: string, owner = workspace) =>
  (await owner.api('GET', `/contacts?search=${phone}`)).body.data.length;
const sendBody = (content: string) => ({ contactId: '15550100100', type: 'text', content });
const messagesSaying = async (content: string) =>
  (await workspace.api('GET', '/messages/15550100100?limit=100')).body.data.filter(
    (message: { content: string }) => message.content === content,
  );
const rowsOf = async (owner = workspace) =>
  (
    await server.container.database.select<{ count: number }>(
      'SELECT COUNT(*) AS count FROM idempotency_keys WHERE tenant_id = :tenantId',
      { tenantId: owner.scope.key },
    )
  )[0]?.count;

/** A good call of every POST of the public API: a new route that is not here fails the test below. */
const CALLS: Record<string, () => Promise<{ path: string; body?: unknown }>> = {
  'contacts.create': async () => ({ path: '/contacts', body: { name: 'New', phone: '15550100101' } }),
  'messages.send': async () => ({ path: '/messages/send', body: sendBody('of the contract') }),
  'messages.react': async () => ({
    path: `/messages/${await theirMessage()}/reaction`,
    body: { emoji: '👍' },
  }),
  'messages.markRead': async () => ({ path: `/messages/${await theirMessage()}/read` }),
};

/** The id of a message that the customer has just written. */
async function theirMessage(): Promise<string> {
  const { body } = await platform.customerWrites('15550100100', 'Hello');
  return eventually(async () => {
    const { data } = (await workspace.api('GET', '/messages/15550100100')).body;
    return data.find((one: { platformId: string }) => one.platformId === body.id)?.id;
  });
}

describe.each(routesOf(publicApi).filter((route) => route.method === 'POST'))('POST $path', ({ name }) => {
  it('is carried out once for its key, and answered again in the same words', async () => {
    const { path, body } = (await CALLS[name]?.()) ?? { path: 'missing' };
    const key = newKey();
    const first = await post(path, body, key);
    expect([200, 201], JSON.stringify(first.body)).toContain(first.status);
    expect(replayed(first)).toBeNull();
    const again = await post(path, body, key);
    expect([again.status, again.body, replayed(again)]).toEqual([first.status, first.body, 'true']);
  });
});

describe('fifty calls at once with one key', () => {
  it('make one contact', async () => {
    const key = newKey();
    const body = { phone: '15550100110' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('/contacts', body, key)));
    expectOneEffect(answers);
    expect(await contactsWith('15550100110')).toBe(1);
    const later = await post('/contacts', body, key);
    expect([later.status, replayed(later)]).toEqual([201, 'true']);
  });

  it('send one message', async () => {
    await platform.control('PATCH', '/knobs', { sendLatencyMs: 300 });
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post('/messages/send', sendBody('once'), key)),
    );
    await platform.control('PATCH', '/knobs', { sendLatencyMs: 0 });
    expectOneEffect(answers);
    expect(answers.filter((answer) => answer.status === 409).length).toBeGreaterThan(0);
    const [first] = answers.filter((answer) => answer.status === 201);
    const later = await post('/messages/send', sendBody('once'), key);
    expect([later.body, replayed(later)]).toEqual([first?.body, 'true']);
    expect(await messagesSaying('once')).toHaveLength(1);
    const { body } = await platform.control('GET', '/sends');
    expect(body.data.filter((one: { text: string }) => one.text === 'once')).toHaveLength(1);
  });

  function expectOneEffect(answers: readonly Answer[]): void {
    const good = answers.filter((answer) => answer.status === 201);
    expect(good.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(new Set(good.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    for (const other of answers.filter((answer) => answer.status !== 201)) {
      expect(other.body.error.code).toBe('idempotency_in_progress');
      expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  }
});

describe('the same key', () => {
  it('with another body or another address is a conflict', async () => {
    const key = newKey();
    expect((await post('/contacts', { phone: '15550100120' }, key)).status).toBe(201);
    for (const [path, body] of [
      ['/contacts', { phone: '15550100121' }],
      ['/messages/send', { phone: '15550100120' }],
    ] as const) {
      const answer = await post(path, body, key);
      expect([answer.status, answer.body.error.code]).toEqual([409, 'idempotency_conflict']);
    }
    expect(await contactsWith('15550100121')).toBe(0);
  });

  it('with the fields in another order, or in quotes, is the same request', async () => {
    const key = newKey();
    const first = await post('/contacts', '{"phone":"15550100122","name":"Order"}', key);
    const second = await post('/contacts', '{ "name": "Order", "phone": "15550100122" }', `"${key}"`);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(replayed(second)).toBe('true');
  });

  it('of another API key of the workspace is the same key, of another workspace another', async () => {
    const key = newKey();
    const body = { phone: '15550100123' };
    const second = await workspace.dashboard('POST', '/api-keys', { name: 'second' });
    const first = await post('/contacts', body, key);
    const again = await post('/contacts', body, key, second.body.key);
    expect([again.body, replayed(again)]).toEqual([first.body, 'true']);

    const other = await createWorkspace(server);
    const theirs = await post('/contacts', body, key, other.key);
    expect([theirs.status, replayed(theirs)]).toEqual([201, null]);
    expect(theirs.body.id).not.toBe(first.body.id);
  });

  it('stays a stranger to a key that may not do this', async () => {
    const key = newKey();
    await post('/contacts', { phone: '15550100124' }, key);
    const reader = await workspace.dashboard('POST', '/api-keys', {
      name: 'reader',
      permissions: ['contacts:read'],
    });
    expect((await post('/contacts', { phone: '15550100124' }, key, reader.body.key)).status).toBe(403);
  });
});

describe('a call that changed nothing', () => {
  it('leaves its key free: fixed, it is carried out', async () => {
    const key = newKey();
    expect((await post('/contacts', { phone: 'x' }, key)).status).toBe(400);
    expect((await post('/contacts', { phone: '15550100100' }, key)).body.error.code).toBe(
      'contact_phone_taken',
    );
    const stranger = { ...sendBody('hi'), contactId: '15550109999' };
    expect((await post('/messages/send', stranger, key)).status).toBe(404);
    expect((await post('/contacts', { phone: '15550100130' }, key)).status).toBe(201);
  });

  it('leaves no row when it came no further than the door', async () => {
    const other = await createWorkspace(server);
    const at = (body: unknown, headers: Record<string, string>) =>
      call(`${server.url}/api/v1/contacts`, {
        method: 'POST',
        body,
        headers: { 'idempotency-key': newKey(), ...headers },
      });
    const answers = [
      await at({ phone: '15550100131' }, {}),
      await at('{"phone":', bearer(other.key)),
      await at('phone=1', { ...bearer(other.key), 'content-type': 'text/plain' }),
      await at({ name: 'x'.repeat(300_000) }, bearer(other.key)),
      await at({ phone: 'x' }, bearer(other.key)),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([401, 400, 415, 413, 400]);
    expect(await rowsOf(other)).toBe(0);
  });

  it.each([
    ['two words', 'two words'],
    ['too long', 'x'.repeat(256)],
    ['half a quote', '"open'],
  ])('is refused when its key is %s', async (_what, key) => {
    const answer = await post('/contacts', { phone: '15550100132' }, key);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'Idempotency-Key' }],
    });
    expect(await contactsWith('15550100132')).toBe(0);
  });
});

describe('time', () => {
  const age = (key: 'lease_until' | 'expires_at', interval: string) =>
    server.container.database.run(
      `UPDATE idempotency_keys SET ${key} = ${key} - INTERVAL ${interval} WHERE tenant_id = :tenantId`,
      { tenantId: workspace.scope.key },
    );
  /** As if the server had died: before the effect's commit, or after it and before the answer. */
  const crash = (extra: string) =>
    server.container.database.run(
      `UPDATE idempotency_keys SET state = 0, lease_until = UTC_TIMESTAMP(3) + INTERVAL 60 SECOND ${extra}
       WHERE tenant_id = :tenantId`,
      { tenantId: workspace.scope.key },
    );

  it('of 24 hours makes the key new again', async () => {
    const key = newKey();
    expect((await post('/contacts', { phone: '15550100140' }, key)).status).toBe(201);
    await age('expires_at', '24 HOUR');
    const later = await post('/contacts', { phone: '15550100141' }, key);
    expect([later.status, replayed(later)]).toEqual([201, null]);
    expect(replayed(await post('/contacts', { phone: '15550100141' }, key))).toBe('true');
  });

  it('of a minute lets a call be taken over that died before it stored anything, by one only', async () => {
    const key = newKey();
    const body = { phone: '15550100142' };
    await post('/contacts', body, key);
    await crash(', status = NULL, body = NULL');
    await workspace.api(
      'DELETE',
      `/contacts/${(await workspace.api('GET', '/contacts?search=15550100142')).body.data[0].id}`,
    );
    expect((await post('/contacts', body, key)).body.error.code).toBe('idempotency_in_progress');
    await age('lease_until', '60 SECOND');
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/contacts', body, key)));
    expect(answers.filter((answer) => answer.status === 201 && replayed(answer) === null)).toHaveLength(1);
    expect(await contactsWith('15550100142')).toBe(1);
  });

  it('of a minute turns the answer that came with the effect into the answer', async () => {
    const key = newKey();
    const body = { phone: '15550100143' };
    const first = await post('/contacts', body, key);
    await crash('');
    expect((await post('/contacts', body, key)).body.error.code).toBe('idempotency_in_progress');
    await age('lease_until', '60 SECOND');
    const again = await post('/contacts', body, key);
    expect([again.body, replayed(again)]).toEqual([first.body, 'true']);
  });
});

describe('an answer that waits for the platform', () => {
  it('is kept as it was given, whatever became of the message since', async () => {
    const key = newKey();
    await platform.customerWrites('15550100100', 'hello');
    await eventually(async () => (await messagesSaying('hello')).length > 0);
    const first = await post('/messages/send', sendBody('climbs'), key);
    expect(['sent', 'delivered']).toContain(first.body.status);
    await eventually(async () => (await messagesSaying('climbs'))[0]?.status === 'delivered');
    await platform.control('POST', '/accounts/800000000000001/chats/15550100100/read');
    await eventually(async () => (await messagesSaying('climbs'))[0]?.status === 'read');
    expect((await post('/messages/send', sendBody('climbs'), key)).body).toEqual(first.body);
  });
});

describe('elsewhere', () => {
  it('the header means nothing: not in a GET, not in the dashboard', async () => {
    const key = newKey();
    const headers = { ...bearer(workspace.key), 'idempotency-key': key };
    for (let times = 0; times < 2; times += 1) {
      const answer = await call(`${server.url}/api/v1/contacts`, { headers });
      expect([answer.status, replayed(answer)]).toEqual([200, null]);
    }
    expect((await post('/contacts', { phone: '15550100150' }, key)).status).toBe(201);
  });
});
