import { execFileSync } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../integrations/n8n/package.json' with { type: 'json' };
import { publicApi } from '../../shared/contract/index.ts';
import { apiError, hangUp, json, startScriptedServer } from '../client/scripted-server.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { createWorkspace } from '../helpers/test-server.ts';
import { routesOf } from '../tenancy/contract-routes.ts';
import { loadClass, n8n, type Parameters } from './n8n-harness.ts';

const FOLDER = join(process.cwd(), 'dist/n8n');

let messaging: Messaging;
let runtime: ReturnType<typeof n8n>;
let action: ReturnType<typeof loadClass>;
let trigger: ReturnType<typeof loadClass>;
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/n8n.mjs']);
  messaging = await startMessaging({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
  runtime = n8n(messaging.server.url, messaging.workspace.key);
  [action, trigger] = manifest.n8n.nodes.map((file) => loadClass(FOLDER, file));
});
afterAll(() => messaging.stop());

/** Runs an operation and returns what it passes on. */
async function run(
  resource: string,
  operation: string,
  parameters: Parameters,
  ...rest: [items?: Parameters[], options?: { continueOnFail: boolean; isRepeated: boolean }]
) {
  const [items = []] = await runtime.execute(action, { resource, operation, ...parameters }, ...rest);
  return items.map(({ json }: { json: Parameters }) => json) as ReturnType<typeof JSON.parse>[];
}

describe('the action node', () => {
  it('has every operation of the contract, and a parameter for each part of its path', () => {
    const { properties } = action.description;
    const shown = properties.filter(({ name }: Parameters) => name === 'operation');
    const operations = shown.flatMap(
      (one: { options: { value: string }[]; displayOptions: { show: { resource: string[] } } }) =>
        one.options.map(({ value }) =>
          `${one.displayOptions.show.resource[0]}s.${value}`.replace('medias', 'media'),
        ),
    );
    const wanted = routesOf(publicApi).filter(
      ({ name }) => !/^(webhookEndpoints|me)\.|^media\.upload/.test(name),
    );
    expect(operations.sort()).toEqual(wanted.map(({ name }) => name).sort());
    const send = properties.filter(
      (one: { displayOptions?: { show: Record<string, string[]> } }) =>
        one.displayOptions?.show.operation?.[0] === 'send',
    );
    expect(
      send
        .find(({ name }: Parameters) => name === 'type')
        .options.map(({ value }: { value: string }) => value),
    ).toEqual(expect.arrayContaining(['text', 'template', 'image', 'document']));
    const content = send.find(({ name }: Parameters) => name === 'content');
    expect(content.displayOptions.show.type).toContain('text');
    expect(content.displayOptions.show.type).not.toContain('image');
    expect(manifest.n8n.credentials.map((file) => loadClass(FOLDER, file).name)).toEqual(['switchboardApi']);
  });

  it('creates, lists and updates contacts, one for each item', async () => {
    const people = [
      { phone: '15550100201', fields: { name: 'Ada', tags: ['vip'] } },
      { phone: '15550100202', fields: { name: 'Grace' } },
    ];
    const created = await run('contact', 'create', {}, people);
    expect(created.map(({ name, tags }) => [name, tags])).toEqual([
      ['Ada', ['vip']],
      ['Grace', []],
    ]);
    expect(
      (await run('contact', 'list', { returnAll: true, filters: { tag: 'vip' } })).map(({ id }) => id),
    ).toEqual([created[0].id]);
    expect(await run('contact', 'list', { returnAll: false, limit: 1 })).toHaveLength(1);
    expect(await run('contact', 'list', { returnAll: true })).toHaveLength(2);
    const [changed] = await run('contact', 'update', {
      id: '15550100201',
      fields: { status: 'hot', attributes: '{}' },
    });
    expect(changed.status).toBe('hot');
  });

  it('sends messages once, also when n8n repeats the node', async () => {
    await messaging.hello('15550100201', 'When do you close?');
    const parameters = { contactId: '15550100201', type: 'text', content: 'At six.' };
    const [sent] = await run('message', 'send', parameters);
    const [repeated] = await run('message', 'send', parameters, [{}], {
      continueOnFail: false,
      isRepeated: true,
    });
    expect(repeated.id).toBe(sent.id);
    const [another] = await run('message', 'send', parameters);
    expect(another.id).not.toBe(sent.id);
    const history = await run('message', 'history', { contactPhone: '15550100201', returnAll: true });
    expect(history.map(({ content }) => content)).toEqual(['At six.', 'At six.', 'When do you close?']);
    await run('conversation', 'addNote', { id: '15550100201', content: 'Answered by n8n' });
    const [conversation] = await run('conversation', 'change', {
      id: '15550100201',
      fields: { status: 'closed' },
    });
    expect(conversation.status).toBe('closed');
    expect(await run('template', 'list', { returnAll: true })).toBeInstanceOf(Array);
  });

  it('shows the error of the API, and goes on when the workflow wants that', async () => {
    await expect(run('contact', 'create', { phone: '15550100201' })).rejects.toMatchObject({
      code: 'contact_phone_taken',
      httpCode: '409',
      description: expect.stringContaining('/docs/errors#contact_phone_taken'),
      context: { itemIndex: 0 },
    });
    const items = [{ phone: '0170' }, { phone: '15550100203' }];
    const results = await run('contact', 'create', {}, items, { continueOnFail: true, isRepeated: false });
    expect(results.map(({ code, phone }) => code ?? phone)).toEqual(['validation_failed', '15550100203']);
    const stranger = n8n(messaging.server.url, (await createWorkspace(messaging.server)).key);
    await expect(
      stranger.execute(action, { resource: 'contact', operation: 'get', id: '15550100201' }),
    ).rejects.toMatchObject({ code: 'contact_not_found' });
  });
});

describe('a request of a node', () => {
  let server: Awaited<ReturnType<typeof startScriptedServer>>;
  let node: ReturnType<typeof n8n>;
  beforeAll(async () => {
    server = await startScriptedServer();
    node = n8n(server.url, 'svc_x');
  });
  afterAll(() => server.close());
  const create = () =>
    node.execute(action, { resource: 'contact', operation: 'create', phone: '15550100204' });
  const idsOf = (items: { json: Parameters }[] | undefined) => items?.map(({ json: { id } }) => id);

  it('is repeated after 429 and 503 as Retry-After says, with the same Idempotency-Key, and not for ever', async () => {
    server.script(
      apiError(429, 'rate_limited', { 'retry-after': '1' }),
      apiError(503, 'unavailable', { 'retry-after': '0' }),
      json(201, { id: 'ct_1' }),
    );
    const [items = []] = await create();
    expect(items.map(({ json }) => json.id)).toEqual(['ct_1']);
    const [first, second] = server.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
    expect(first?.headers['idempotency-key']).toEqual(expect.any(String));
    expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);

    server.script(apiError(503, 'unavailable', { 'retry-after': '0' }));
    await expect(create()).rejects.toMatchObject({ code: 'unavailable', httpCode: '503' });
    expect(server.seen).toHaveLength(3);

    server.script(apiError(429, 'rate_limited', { 'retry-after': '3600' }));
    await expect(create()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(server.seen, 'a workflow does not wait for an hour').toHaveLength(1);
  });

  it.each([
    ['a proxy cannot reach the server', json(502, 'Bad Gateway')],
    ['a proxy has waited too long', json(504, 'Gateway Timeout')],
    ['the first attempt is still running', apiError(409, 'idempotency_in_progress', { 'retry-after': '0' })],
    ['it is unknown whether it was stored', apiError(500, 'outcome_unknown', { 'retry-after': '0' })],
    ['a file is being downloaded', apiError(409, 'media_not_ready', { 'retry-after': '0' })],
    ['the connection breaks', hangUp],
  ])('is repeated when %s', async (_why, failure) => {
    server.script(failure, json(201, { id: 'ct_1' }));
    expect(idsOf((await create())[0])).toEqual(['ct_1']);
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  it('is not repeated for a file whose download has failed, nor for ever without a connection', async () => {
    server.script(apiError(409, 'media_not_ready'));
    await expect(create()).rejects.toMatchObject({ code: 'media_not_ready' });
    expect(server.seen).toHaveLength(1);
    server.script(hangUp);
    await expect(create()).rejects.toThrow('fetch failed');
    expect(server.seen).toHaveLength(3);
  });

  it('fails when the address is that of another program, also one that redirects', async () => {
    for (const status of [301, 307]) {
      server.script(
        (response) => response.writeHead(status, { location: '/elsewhere' }).end(),
        json(200, { data: [{ id: 'ct_1' }] }),
      );
      await expect(create()).rejects.toMatchObject({ httpCode: String(status), code: 'unexpected_answer' });
      expect(server.seen).toHaveLength(1);
    }
    server.script((response) => response.writeHead(200).end('<!doctype html>'));
    await expect(create()).rejects.toThrow('Check the base URL');
  });

  it('fetches all pages of lists whose cursor is beside their items, and of feeds', async () => {
    server.script(
      json(200, { data: [{ id: 'bc_2' }], nextCursor: 'next' }),
      json(200, { data: [{ id: 'bc_1' }], nextCursor: null }),
    );
    const list = { resource: 'broadcast', operation: 'list', returnAll: true };
    expect(idsOf((await node.execute(action, list))[0])).toEqual(['bc_2', 'bc_1']);

    server.script(
      json(200, { data: [{ id: 'msg_1' }], cursor: 'second', hasMore: true }),
      json(200, { data: [{ id: 'msg_2' }], cursor: 'third', hasMore: false }),
    );
    const changes = { resource: 'message', operation: 'changes', returnAll: true };
    expect(idsOf((await node.execute(action, changes))[0])).toEqual(['msg_1', 'msg_2']);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/v1/messages?limit=100',
      '/api/v1/messages?limit=100&cursor=second',
    ]);
  });

  it('takes times without an offset in the time zone of the workflow', async () => {
    server.script(json(201, { id: 'msg_1' }));
    const send = (sendAt: string) =>
      node.execute(action, {
        ...{ resource: 'message', operation: 'send', contactId: '15550100204', type: 'text', content: 'Hi' },
        fields: { sendAt },
      });
    const times = {
      '2026-01-15T09:00:00': '2026-01-15T14:00:00.000Z',
      '2026-07-15 09:00': '2026-07-15T13:00:00.000Z',
      // The night in which summer time ends.
      '2026-11-01T03:30:00': '2026-11-01T08:30:00.000Z',
      '2026-01-15T09:00:00.000+01:00': '2026-01-15T08:00:00.000Z',
      '2026-01-15': '2026-01-15T05:00:00.000Z',
    };
    for (const [given, sent] of Object.entries(times)) {
      await send(given);
      expect(JSON.parse(server.seen.at(-1)?.body ?? '{}').sendAt, given).toBe(sent);
    }
    await expect(send('tomorrow')).rejects.toThrow('sendAt is not a time: tomorrow');
  });
});

it('the trigger adds its endpoint, takes only signed events, and removes the endpoint', async () => {
  const requests: { body: string; headers: IncomingHttpHeaders }[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push({ body, headers: request.headers });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook/1`;
  const hooks = runtime.hooks(url, { events: ['message.received'] });
  const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
  const endpoints = async () => (await messaging.workspace.api('GET', '/webhook-endpoints')).body.data;
  try {
    expect(await checkExists.call(hooks)).toBe(false);
    await create.call(hooks);
    expect(await checkExists.call(hooks)).toBe(true);
    expect(await endpoints()).toMatchObject([{ url, events: ['message.received'] }]);
    await messaging.hello('15550100209', 'Are you there?');
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    const [event] = requests;
    const answer = (body: string) => {
      let status = 0;
      const response = { status: (code: number) => ({ send: () => (status = code) }) };
      const context = {
        getRequestObject: () => ({ rawBody: Buffer.from(body), headers: event?.headers }),
        getResponseObject: () => response,
        getWorkflowStaticData: () => runtime.staticData,
      };
      return trigger.webhook.call(context).then((result: object) => ({ ...result, status }));
    };
    const { workflowData } = await answer(event?.body ?? '');
    expect(workflowData[0][0].json).toMatchObject({
      type: 'message.received',
      data: { message: { content: 'Are you there?' } },
    });
    expect(await answer(`${event?.body} `)).toEqual({ noWebhookResponse: true, status: 401 });
    await remove.call(hooks);
    expect([await endpoints(), runtime.staticData]).toEqual([[], {}]);
    // Removing it again, or after a person did, is no error.
    await remove.call(hooks);
  } finally {
    receiver.close();
  }
});

it('the trigger does not seem to wait for events when its endpoint is disabled', async () => {
  const server = await startScriptedServer();
  try {
    const url = 'https://n8n.example.com/webhook/1';
    const { hooks, staticData } = n8n(server.url, 'svc_x');
    Object.assign(staticData, { endpointId: 'whe_1', secret: 'whsec_x', url });
    server.script(json(200, { id: 'whe_1', state: 'disabled', stateReason: 'The host was not found.' }));
    const { checkExists } = trigger.webhookMethods.default;
    await expect(checkExists.call(hooks(url, {}))).rejects.toThrow(
      /Enable it in the dashboard .* The host was not found\.$/,
    );
    server.script(json(200, { id: 'whe_1', state: 'failing', stateReason: 'The host was not found.' }));
    expect(await checkExists.call(hooks(url, {}))).toBe(true);
  } finally {
    await server.close();
  }
});

it('the trigger adds one endpoint, also when a proxy answers after the server did', async () => {
  const server = await startScriptedServer();
  try {
    const { hooks } = n8n(server.url, 'svc_x');
    server.script(json(504, 'Gateway Timeout'), json(201, { id: 'whe_1', secret: 'whsec_x' }));
    const { create } = trigger.webhookMethods.default;
    await create.call(hooks('https://n8n.example.com/webhook/1', { events: ['message.received'] }));
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.any(String), keys[0]]);
  } finally {
    await server.close();
  }
});
