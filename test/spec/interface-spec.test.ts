import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import type { Json } from '../helpers/messaging.ts';
import { callbackOf, eventually } from '../helpers/platform.ts';
import { bearer, call, createWorkspace, signIn } from '../helpers/test-server.ts';
import { setUpWebhooks } from '../helpers/webhooks.ts';
import { startInference, type TestInference } from '../inference/inference-rig.ts';

/**
 * Every request of the interface specification, in its order and with its fields, as a client sends it that has read
 * nothing else. What the specification leaves open is not asserted here.
 */

const rig = setUpWebhooks();
/** The recipient: digits with country code. */
const phone = '15550100123';
let own: Awaited<ReturnType<typeof rig.setUp>>;
let baseUrl: string;
let graphUrl: string;
beforeAll(async () => {
  own = await rig.setUp();
  baseUrl = rig.server.url;
  graphUrl = `${rig.platform.url}/v21.0`;
});

/** A request with the headers of the specification. */
async function ask(method: string, url: string, key: string, body?: object) {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Json };
}
const request = (method: string, path: string, body?: object, key = own.workspace.key) =>
  ask(method, `${baseUrl}${path}`, key, body);
const send = (body: object) => request('POST', '/api/v1/messages/send', body);
const historyOf = async (of: string): Promise<Json[]> =>
  (await request('GET', `/api/v1/messages/${of}`)).body.data;

describe('Contacts', () => {
  let id: string;

  it('POST /api/v1/contacts creates one: 201', async () => {
    const body = { name: 'Maya Lindqvist', phone, email: 'maya@example.com', tags: ['new', 'web'] };
    const created = await request('POST', '/api/v1/contacts', body);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ ...body, id: expect.any(String), status: expect.any(String) });
    id = created.body.id;
  });

  it.each(['maya', phone, phone.slice(0, 6)])('GET /api/v1/contacts?search=%s finds it', async (search) => {
    const { status, body } = await request('GET', `/api/v1/contacts?search=${search}`);
    expect(status).toBe(200);
    expect(body.data.map((one: Json) => one.phone)).toContain(phone);
  });

  it.each(['cold', 'warm', 'hot', 'customer'])('PATCH and GET take the status %s', async (status) => {
    const changed = await request('PATCH', `/api/v1/contacts/${id}`, { status });
    expect([changed.status, changed.body.status]).toEqual([200, status]);
    const listed = await request('GET', `/api/v1/contacts?status=${status}&page=1&limit=5`);
    expect(listed.body.data.map((one: Json) => one.id)).toContain(id);
  });

  it('PATCH /api/v1/contacts/:id takes status, name and tags: 200', async () => {
    const changes = { status: 'hot', name: 'Maya L.', tags: ['vip'] };
    const { status, body } = await request('PATCH', `/api/v1/contacts/${id}`, changes);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...changes, id, phone });
  });

  it('GET /api/v1/contacts has pages of 20', async () => {
    for (let index = 0; index < 21; index += 1)
      await request('POST', '/api/v1/contacts', { phone: `155501004${String(index).padStart(2, '0')}` });
    const first = await request('GET', '/api/v1/contacts');
    const second = await request('GET', '/api/v1/contacts?page=2');
    expect(first.body.data).toHaveLength(20);
    expect(second.body.data.length).toBeGreaterThanOrEqual(2);
    const ids = [...first.body.data, ...second.body.data].map((one: Json) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('DELETE /api/v1/contacts/:id removes it: 200, and then 404', async () => {
    const { body } = await request('POST', '/api/v1/contacts', { name: 'Deleted', phone: '15550100499' });
    expect((await request('DELETE', `/api/v1/contacts/${body.id}`)).status).toBe(200);
    expect((await request('DELETE', `/api/v1/contacts/${body.id}`)).status).toBe(404);
    expect((await request('PATCH', `/api/v1/contacts/${body.id}`, { status: 'warm' })).status).toBe(404);
    expect((await request('PATCH', '/api/v1/contacts/no-such-id', { status: 'warm' })).status).toBe(404);
  });
});

describe('Messages', () => {
  const template = {
    contactId: phone,
    type: 'template',
    templateName: 'order_update',
    templateLanguage: 'en_US',
    components: [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Maya' },
          { type: 'text', text: '4711' },
        ],
      },
    ],
  };
  const file = 'https://cdn.example.com/photo.jpg';

  it.each([
    ['text', { contactId: phone, type: 'text', content: 'Hello!' }],
    ['template', template],
    ['media', { contactId: phone, type: 'media', mediaUrl: file, caption: 'A photo' }],
    ['image', { contactId: phone, type: 'image', mediaUrl: file, caption: 'A photo' }],
  ])('POST /api/v1/messages/send sends a %s', async (_type, body) => {
    await rig.platform.customerWrites(phone, 'Hi');
    await eventually(async () => (await historyOf(phone)).some(({ direction }) => direction === 'inbound'));
    const sent = await send(body);
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    expect(['sent', 'delivered', 'read']).toContain(sent.body.status);
    expect((await historyOf(phone)).map(({ id }) => id)).toContain(sent.body.id);
    const arrived = await eventually(async () => {
      const message = (await historyOf(phone)).find(({ id }) => id === sent.body.id);
      return ['delivered', 'read'].includes(message?.status) && message;
    });
    expect(arrived.error).toBeNull();
  });

  it('GET /api/v1/messages/:contactPhone has pages of 50, from page 1', async () => {
    for (let index = 0; index < 51; index += 1) await own.write(`Line ${index}`);
    await eventually(async () => {
      const { body } = await request('GET', `/api/v1/messages/${own.phone}?page=2`);
      return body.data?.length === 1;
    });
    const plain = await request('GET', `/api/v1/messages/${own.phone}`);
    const first = await request('GET', `/api/v1/messages/${own.phone}?page=1&limit=50`);
    expect(plain.status).toBe(200);
    expect(plain.body.data).toHaveLength(50);
    expect(first.body).toEqual(plain.body);
  });

  it('free text more than 24 hours after the last message stays sent; a template is delivered', async () => {
    const silent = '15550100498';
    await request('POST', '/api/v1/contacts', { name: 'Silent', phone: silent });
    const { body: text } = await send({ contactId: silent, type: 'text', content: 'Are you there?' });
    const refused = await eventually(async () => (await historyOf(silent)).find(({ error }) => error));
    expect(refused).toMatchObject({ id: text.id, status: 'sent', error: { code: '131047' } });
    const { body: approved } = await send({ ...template, contactId: silent });
    await eventually(async () =>
      (await historyOf(silent)).some(
        ({ id, status }) => id === approved.id && ['delivered', 'read'].includes(status),
      ),
    );
  });
});

describe('Events', () => {
  it('message.received and message.updated reach the subscriber', async () => {
    const { body: contact } = await request('POST', '/api/v1/contacts', { phone: '15550100497' });
    await rig.platform.customerWrites(contact.phone, 'An incoming message');
    const { body: sent } = await eventually(async () => {
      const answer = await send({ contactId: contact.phone, type: 'text', content: 'A reply' });
      return answer.status === 201 && answer;
    });
    const messages = (type: string) =>
      (own.events() as Json[]).filter((event) => event.type === type).map(({ data }) => data.message);
    await eventually(async () =>
      messages('message.received').some(({ content }) => content === 'An incoming message'),
    );
    const steps = await eventually(async () => {
      const own = messages('message.updated').filter(({ id }) => id === sent.id);
      return own.length >= 2 && own.map(({ status }) => status);
    });
    expect(steps.slice(0, 2)).toEqual(['sent', 'delivered']);
    await rig.platform.control('POST', `/accounts/${demoAccount.phoneNumberId}/chats/${contact.phone}/read`);
    const all = await eventually(async () => {
      const own = messages('message.updated').filter(({ id }) => id === sent.id);
      return own.length >= 3 && own.map(({ status, readAt }) => [status, readAt !== null]);
    });
    expect(all).toEqual([
      ['sent', false],
      ['delivered', false],
      ['read', true],
    ]);
  });
});

describe('Authentication', () => {
  const contacts = (headers: Record<string, string>) => call(`${baseUrl}/api/v1/contacts`, { headers });

  it('401 without the header, with a wrong key, and without the space', async () => {
    const { key } = own.workspace;
    const other = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    const wrong = [{}, bearer(other), { authorization: `Bearer${key}` }, { authorization: key }];
    for (const headers of wrong) expect((await contacts(headers)).status).toBe(401);
  });

  it('a key is created, listed and revoked in the dashboard, and has the documented form', async () => {
    const { workspace } = own;
    const { status, body } = await workspace.dashboard('POST', '/api-keys', { name: 'Shop' });
    expect(status).toBe(201);
    expect(body.key).toMatch(new RegExp(`^svc_${workspace.tenantId}_[0-9A-Za-z]+$`));
    expect((await contacts(bearer(body.key))).status).toBe(200);
    const listed = await eventually(async () => {
      const { data } = (await workspace.dashboard('GET', '/api-keys')).body;
      const row = data.find(({ name }: Json) => name === 'Shop');
      return row.lastUsedAt && row;
    });
    expect(listed).toMatchObject({ hint: body.key.slice(-4), permissions: ['all'] });
    expect(JSON.stringify(listed)).not.toContain(body.key);
    const revoked = await workspace.dashboard('DELETE', `/api-keys/${listed.id}`);
    expect(revoked.status).toBe(200);
    expect((await contacts(bearer(body.key))).status).toBe(401);
  });

  it('403 for a key that lacks the permission', async () => {
    const permissions = ['contacts:read'];
    const { body } = await own.workspace.dashboard('POST', '/api-keys', { name: 'Reader', permissions });
    expect((await contacts(bearer(body.key))).status).toBe(200);
    const answer = await request('POST', '/api/v1/contacts', { phone: '15550100496' }, body.key);
    expect(answer.status).toBe(403);
  });

  it('an organization has 10 keys at most, and staff have none of them', async () => {
    const workspace = await createWorkspace(rig.server);
    const create = () => workspace.dashboard('POST', '/api-keys', { name: 'One more' });
    const statuses: number[] = [];
    for (let count = 1; count <= 10; count += 1) statuses.push((await create()).status);
    // The workspace of the tests has one already.
    expect(statuses).toEqual([...new Array(9).fill(201), 409]);
    const staff = { name: 'Sam', email: 'sam@example.test', password: 'correct horse battery' };
    await workspace.addMember({ ...staff, role: 'staff' });
    const cookie = await signIn(rig.server, staff.email, staff.password);
    for (const method of ['GET', 'POST'])
      expect((await call(`${baseUrl}/api/dashboard/api-keys`, { method, headers: { cookie } })).status).toBe(
        403,
      );
  });
});

describe('Inference', () => {
  let inference: TestInference;
  beforeAll(async () => {
    inference = await startInference({ apiServer: rig.server });
  });
  afterAll(() => inference.stop());

  it('POST {inference_url}/chat/completions replies in choices[0].message.content', async () => {
    const { body } = await own.workspace.dashboard('POST', '/inference-keys', { name: 'Workflow' });
    expect(body.key).toMatch(/^sk-svc-/);
    const chat = (key: string, more: object) =>
      ask('POST', `${inference.url}/chat/completions`, key, {
        model: 'tiny-test',
        messages: [
          { role: 'system', content: 'You are a helpful assistant.' },
          { role: 'user', content: 'Hello' },
        ],
        ...more,
      });
    for (const more of [{}, { temperature: 0.7 }, { temperature: 0.7, max_tokens: 16 }]) {
      const { status, body: answer } = await chat(body.key, more);
      expect(status, JSON.stringify(answer)).toBe(200);
      expect(answer.choices[0].message.content).toEqual(expect.any(String));
    }
    expect((await chat(own.workspace.key, {})).status).toBe(401);
    expect((await request('GET', '/api/v1/contacts', undefined, body.key)).status).toBe(401);
  }, 60_000);
});

describe('Inbound webhook', () => {
  it('{base_url}/api/v1/webhook/<tenant_id> answers the platform’s challenge for the verify token', async () => {
    const address = callbackOf(rig.server, own.workspace);
    expect(address).toBe(`${baseUrl}/api/v1/webhook/${own.workspace.tenantId}`);
    const verify = (token: string) =>
      call(`${address}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`);
    const { status, body } = await verify(own.workspace.verifyToken);
    expect([status, body]).toEqual([200, 1158201444]);
    expect((await verify('another')).status).toBe(403);
  });
});

describe('Calls of the third-party platform during onboarding', () => {
  const graph = (method: string, path: string, body?: object) =>
    ask(method, `${graphUrl}${path}`, demoAccount.accessToken, body);

  it('find the number, register it, subscribe the account, check the subscription', async () => {
    const numbers = await graph('GET', `/${demoAccount.wabaId}/phone_numbers`);
    expect(numbers.body.data).toContainEqual(
      expect.objectContaining({
        id: demoAccount.phoneNumberId,
        verified_name: demoAccount.verifiedName,
        display_phone_number: demoAccount.displayPhoneNumber,
      }),
    );
    await rig.platform.control('PATCH', `/accounts/${demoAccount.phoneNumberId}`, { registered: false });
    const registered = await graph('POST', `/${demoAccount.phoneNumberId}/register`, {
      messaging_product: 'whatsapp',
      pin: '123456',
    });
    expect(registered.body).toEqual({ success: true });
    const subscribed = await graph('POST', `/${demoAccount.wabaId}/subscribed_apps`);
    expect(subscribed.body).toEqual({ success: true });
    const { body } = await graph('GET', `/${demoAccount.wabaId}/subscribed_apps`);
    expect(JSON.stringify(body.data)).toContain(demoAccount.appId);
  });

  it('a wrong phone number ID gives "Object does not exist"', async () => {
    const { body } = await graph('POST', '/100000000000001/messages', {
      ...{ messaging_product: 'whatsapp', to: phone, type: 'text', text: { body: 'Hi' } },
    });
    expect(body.error.message).toContain('Object');
    expect(body.error.message).toContain('does not exist');
    const credentials = { ...demoAccount, phoneNumberId: '100000000000001' };
    const { appId, appSecret, accessToken, wabaId, phoneNumberId } = credentials;
    const refused = await own.workspace.dashboard('PUT', '/cloud-api/credentials', {
      ...{ appId, appSecret, accessToken, wabaId, phoneNumberId },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toBe('phoneNumberId');
  });
});

describe('Versioning', () => {
  it('the API is below /api/v1, the model below /v1, and the graph API is v21.0', async () => {
    expect((await request('GET', '/api/v1/contacts')).status).toBe(200);
    expect((await request('GET', '/api/v2/contacts')).status).toBe(404);
    const { body } = await rig.platform.control('GET', '/calls');
    const versions = body.data.map(({ path }: Json) => path.split('/')[1]);
    expect(new Set(versions)).toEqual(new Set(['v21.0']));
  });
});
