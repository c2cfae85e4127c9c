import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { publicApi } from '../../shared/contract/index.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import {
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { routesOf } from '../tenancy/contract-routes.ts';

let messaging: Messaging;
let other: TestWorkspace;
let assistant: Client;
let stranger: Client;
beforeAll(async () => {
  messaging = await startMessaging();
  other = await createWorkspace(messaging.server);
  assistant = await connect(messaging.workspace.key);
  stranger = await connect(other.key);
});
afterAll(async () => {
  await Promise.all([assistant.close(), stranger.close()]);
  await messaging.stop();
});

async function connect(key: string, url = messaging.server.url): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: bearer(key) };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}

/** Calls a tool. Returns its result, or the error that it reports. */
async function use(client: Client, name: string, args: object = {}) {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [part] = result.content as { type: string; text: string }[];
  const body: ReturnType<typeof JSON.parse> = JSON.parse(part?.text ?? '');
  expect(result.isError ?? false).toBe('error' in body && 'docsUrl' in (body.error ?? {}));
  return body;
}

const toolNameOf = (id: string) =>
  id.replace('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('the tools', () => {
  it('are the operations of the contract, except endpoints for events', async () => {
    const { tools } = await assistant.listTools();
    const wanted = routesOf(publicApi).filter(({ name }) => !/^webhookEndpoints\.|^media\.upload/.test(name));
    expect(tools.map(({ name }) => name).sort()).toEqual(wanted.map(({ name }) => toolNameOf(name)).sort());
    for (const { name, annotations, inputSchema, description } of tools) {
      const route = wanted.find((one) => toolNameOf(one.name) === name);
      expect(annotations?.readOnlyHint, name).toBe(route?.method === 'GET');
      if (route?.method !== 'POST') expect(annotations?.destructiveHint, name).toBe(route?.method !== 'GET');
      expect(description, name).not.toBe('');
      // Models are given one object: no alternatives at its top, and nothing that is defined elsewhere.
      expect(inputSchema.type, name).toBe('object');
      const text = JSON.stringify(inputSchema);
      for (const [, ref = ''] of text.matchAll(/"\$ref":"#\/([^"]*)"/g)) {
        const [folder, definition = ''] = ref.split('/');
        expect([folder, Object.keys(inputSchema.$defs as object)], name).toEqual([
          '$defs',
          expect.arrayContaining([definition]),
        ]);
      }
    }
    // Of the POSTs, those that overwrite, merge or end things; an assistant must not take them for harmless.
    const posts = tools.filter(({ annotations: hints }) => hints?.destructiveHint && !hints.idempotentHint);
    expect(posts.map(({ name }) => name).sort()).toEqual([
      'broadcasts_cancel',
      'contacts_batch',
      'contacts_merge',
      'contacts_undo_merge',
    ]);
    const send = tools.find(({ name }) => name === 'messages_send');
    expect(send?.annotations?.openWorldHint).toBe(true);
    expect(send?.inputSchema.properties?.type).toMatchObject({
      enum: expect.arrayContaining(['text', 'template', 'image']),
    });
    expect(send?.inputSchema.required).toEqual(['type', 'contactId']);
  });

  it('find, create and change contacts, and read and write conversations', async () => {
    const ada = await use(assistant, 'contacts_create', { name: 'Ada', phone: '+1 555 010 0123' });
    expect(ada).toMatchObject({ phone: '15550100123', status: 'cold' });
    expect((await use(assistant, 'contacts_list', { search: 'ada', limit: 5 })).data).toMatchObject([
      { id: ada.id },
    ]);
    await messaging.hello('15550100123', 'When do you close?');
    expect((await use(assistant, 'conversations_list', { status: 'open' })).data).toMatchObject([
      { contact: { id: ada.id } },
    ]);
    const message = { contactId: ada.id, type: 'text', content: 'At six.', idempotencyKey: 'close-1' };
    const sent = await use(assistant, 'messages_send', message);
    expect(sent).toMatchObject({ direction: 'outbound', content: 'At six.' });
    // The same key, also over HTTP, gets the same response.
    expect((await use(assistant, 'messages_send', message)).id).toBe(sent.id);
    const { idempotencyKey, ...body } = message;
    const overHttp = await call(`${messaging.server.url}/api/v1/messages/send`, {
      method: 'POST',
      body,
      headers: { ...bearer(messaging.workspace.key), 'idempotency-key': idempotencyKey },
    });
    expect([overHttp.body.id, overHttp.headers.get('idempotency-replayed')]).toEqual([sent.id, 'true']);
    const { data } = await use(assistant, 'messages_history', { contactPhone: '15550100123' });
    expect(data.map(({ content }: { content: string }) => content)).toEqual([
      'At six.',
      'When do you close?',
    ]);
    await use(assistant, 'conversations_add_note', {
      id: '15550100123',
      content: 'Answered by the assistant.',
    });
    expect((await use(assistant, 'conversations_notes', { id: '15550100123' })).data).toHaveLength(1);
    expect((await use(assistant, 'me_get')).workspace.id).toBe(messaging.workspace.tenantId);
  });

  it('report errors of the API as results', async () => {
    expect(await use(assistant, 'contacts_create', { phone: '0170 1234567' })).toMatchObject({
      error: {
        code: 'validation_failed',
        details: [{ path: 'phone' }],
        docsUrl: expect.stringContaining('/docs/errors#'),
      },
    });
    expect((await use(assistant, 'contacts_create', { phone: '15550100123' })).error.code).toBe(
      'contact_phone_taken',
    );
    expect((await use(assistant, 'contacts_list', { colour: 'red' })).error.details).toMatchObject([
      { path: 'colour' },
    ]);
    expect((await use(assistant, 'contacts_get', {})).error.details).toMatchObject([{ path: 'id' }]);
    expect((await use(assistant, 'contacts_get', { id: '../me' })).error.code).toMatch(
      /not_found|validation_failed/,
    );
    await expect(assistant.callTool({ name: 'webhook_endpoints_create', arguments: {} })).rejects.toThrow(
      'There is no tool',
    );
  });
});

it('report how long to wait in the body of the error, as a result has no headers', async () => {
  await messaging.platform.configure({ sendLatencyMs: 1_500 });
  const message = { contactId: '15550100123', type: 'text', content: 'Once.', idempotencyKey: 'wait-1' };
  const first = use(assistant, 'messages_send', message);
  const second = await new Promise((resolve) => setTimeout(resolve, 500)).then(() =>
    use(assistant, 'messages_send', message),
  );
  expect(second.error).toMatchObject({ code: 'idempotency_in_progress', retryAfter: 1 });
  await first;
  await messaging.platform.configure({ sendLatencyMs: 0 });
  expect((await use(assistant, 'contacts_get', { id: 'nobody' })).error).not.toHaveProperty('retryAfter');
});

it('never reach another workspace', async () => {
  const ada = (await use(assistant, 'contacts_list', { search: 'ada' })).data[0];
  const [message] = (await use(assistant, 'messages_history', { contactPhone: ada.id })).data;
  const conversation = await use(assistant, 'conversations_get', { id: ada.id });
  const { tools } = await stranger.listTools();
  const foreign = { ct: ada.id, msg: message.id, conversation: conversation.id };
  let tried = 0;
  for (const { name, inputSchema, annotations } of tools) {
    const place = ['id', 'contactPhone'].find((one) => inputSchema.required?.includes(one));
    if (!place || name === 'contacts_put') continue;
    for (const id of Object.values(foreign)) {
      const { error } = await use(stranger, name, { [place]: id, ...(bodies[name] ?? {}) });
      expect([error?.code, annotations?.title], `${name} ${id}`).toEqual([
        expect.stringMatching(/_not_found$|^validation_failed$/),
        annotations?.title,
      ]);
      if (error.code.endsWith('_not_found')) tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(8);
  expect((await use(stranger, 'contacts_list')).data).toEqual([]);
  expect(
    (await use(stranger, 'messages_send', { contactId: ada.id, type: 'text', content: 'Hi' })).error.code,
  ).toBe('contact_not_found');
  expect((await use(assistant, 'contacts_get', { id: ada.id })).name).toBe('Ada');
});
/** Valid bodies for tools that have one. */
const bodies: Record<string, object> = {
  contacts_update: { name: 'Eve' },
  conversations_change: { status: 'closed' },
  conversations_add_note: { content: 'Eve was here' },
  messages_react: { emoji: '👍' },
};

it('a key has the tools that its permissions allow', async () => {
  const { scope } = messaging.workspace;
  const { key } = await createApiKey(messaging.server.container.contextFor(scope), {
    name: 'reader',
    permissions: ['contacts:read'],
  });
  const reader = await connect(key);
  const names = (await reader.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['contacts_list', 'me_get']));
  expect(names.filter((name) => /create|send|history|conversations/.test(name))).toEqual([]);
  await expect(
    reader.callTool({ name: 'contacts_create', arguments: { phone: '15550100177' } }),
  ).rejects.toThrow('There is no tool');
  await reader.close();
});

it('wrong keys, other sites, methods and bodies are refused as by the API', async () => {
  const url = `${messaging.server.url}/mcp`;
  const headers = { ...bearer(messaging.workspace.key), accept: 'application/json, text/event-stream' };
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  await expect(connect('svc_wrong')).rejects.toThrow();
  const wrong = await call(url, { method: 'POST', body: list });
  expect([wrong.status, wrong.body.error.code, wrong.headers.get('www-authenticate')]).toEqual([
    401,
    'unauthorized',
    expect.any(String),
  ]);
  expect((await call(url, { method: 'POST', body: list, headers })).body.result.tools.length).toBeGreaterThan(
    10,
  );
  const site = await call(url, {
    method: 'POST',
    body: list,
    headers: { ...headers, origin: 'https://evil.example' },
  });
  expect([site.status, site.body.error.code]).toEqual([403, 'forbidden']);
  const got = await call(url, { headers });
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await call(url, { method: 'POST', body: [list, list], headers })).status).toBe(400);
  expect(
    (
      await call(url, {
        method: 'POST',
        body: 'x'.repeat(300_000),
        headers: { ...headers, 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(413);
});

it('counts towards the limits of the key', async () => {
  const server = await startTestServer({ RATE_LIMIT_KEY_PER_MINUTE: '4' });
  try {
    const { key, api } = await createWorkspace(server);
    const client = await connect(key, server.url);
    await client.listTools();
    await expect(client.listTools().then(() => client.listTools())).rejects.toThrow('rate_limited');
    const refused = await api('GET', '/me');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    await client.close();
  } finally {
    await server.stop();
  }
});
