import { describe, expect, it } from 'vitest';
import { setUpIdempotentCalls } from '../helpers/idempotent-calls.ts';
import { type Answer, bearer, call, createWorkspace } from '../helpers/test-server.ts';

const rig = setUpIdempotentCalls();
const { newKey, post, replayed, contactsWith, sendBody, messagesSaying } = rig;

describe('fifty concurrent calls with one key', () => {
  it('create one contact', async () => {
    const key = newKey();
    const body = { phone: '15550100110' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('/contacts', body, key)));
    expectOneEffect(answers);
    expect(await contactsWith('15550100110')).toBe(1);
    const later = await post('/contacts', body, key);
    expect([later.status, replayed(later)]).toEqual([201, 'true']);
  });

  it('send one message', async () => {
    await rig.platform.configure({ sendLatencyMs: 300 });
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post('/messages/send', sendBody('once'), key)),
    );
    await rig.platform.configure({ sendLatencyMs: 0 });
    expectOneEffect(answers);
    expect(answers.filter((answer) => answer.status === 409).length).toBeGreaterThan(0);
    const [first] = answers.filter((answer) => answer.status === 201);
    const later = await post('/messages/send', sendBody('once'), key);
    expect([later.body, replayed(later)]).toEqual([first?.body, 'true']);
    expect(await messagesSaying('once')).toHaveLength(1);
    const { body } = await rig.platform.control('GET', '/sends');
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
  it('with another body or another path is a conflict', async () => {
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

  it('belongs to one API key of a workspace', async () => {
    const key = newKey();
    const body = { phone: '15550100123' };
    const second = await rig.workspace.dashboard('POST', '/api-keys', { name: 'second' });
    const first = await post('/contacts', body, key);
    const again = await post('/contacts', body, key, second.body.key);
    // Made by another key, it is a new request: the number is taken.
    expect([again.status, again.body.error.code, replayed(again)]).toEqual([
      409,
      'contact_phone_taken',
      null,
    ]);
    expect((await post('/contacts', body, key)).body).toEqual(first.body);
  });

  it('of another workspace is another request', async () => {
    const key = newKey();
    const body = { phone: '15550100125' };
    const first = await post('/contacts', body, key);
    const other = await createWorkspace(rig.server);
    const theirs = await post('/contacts', body, key, other.key);
    expect([theirs.status, replayed(theirs)]).toEqual([201, null]);
    expect(theirs.body.id).not.toBe(first.body.id);
  });

  it('does not give an API key a permission that it lacks', async () => {
    const key = newKey();
    await post('/contacts', { phone: '15550100124' }, key);
    const reader = await rig.workspace.dashboard('POST', '/api-keys', {
      name: 'reader',
      permissions: ['contacts:read'],
    });
    expect((await post('/contacts', { phone: '15550100124' }, key, reader.body.key)).status).toBe(403);
  });
});

describe('outside POST requests', () => {
  it('the header is ignored in a GET request', async () => {
    const key = newKey();
    const headers = { ...bearer(rig.workspace.key), 'idempotency-key': key };
    for (let times = 0; times < 2; times += 1) {
      const answer = await call(`${rig.server.url}/api/v1/contacts`, { headers });
      expect([answer.status, replayed(answer)]).toEqual([200, null]);
    }
    expect((await post('/contacts', { phone: '15550100150' }, key)).status).toBe(201);
  });
});
