import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, SwitchboardError } from '../../client/index.ts';
import { publicApi } from '../../shared/contract/index.ts';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { routesOf } from '../tenancy/contract-routes.ts';

const PHONE = '15550100123';

let platform: TestPlatform;
let server: TestServer;
let workspace: TestWorkspace;
let switchboard: ReturnType<typeof createClient>;
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1' });
  workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  switchboard = createClient({ baseUrl: `${server.url}/`, apiKey: workspace.key });
});
afterAll(async () => {
  for (const line of server.logs.filter((l) => l.includes('request failed')))
    console.log(line.slice(0, 1500));
  await server.stop();
  await platform.stop();
});

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

describe('the client with a real server', () => {
  it('has every operation of the contract', () => {
    for (const { name } of routesOf(publicApi)) {
      const [group, operation] = name.split('.') as ['contacts', 'list'];
      expect(switchboard[group][operation], name).toBeInstanceOf(Function);
    }
  });

  it('creates, reads, updates and deletes contacts', async () => {
    const ada = await switchboard.contacts.create({ name: 'Ada', phone: '+1 555 010 0123', tags: ['vip'] });
    expect(ada).toMatchObject({ phone: PHONE, status: 'cold', tags: ['vip'] });
    expect(await switchboard.contacts.get(ada.id)).toEqual(ada);
    expect((await switchboard.contacts.list({ search: 'ada' })).data).toEqual([ada]);
    expect(await switchboard.contacts.update(ada.id, { status: 'hot' })).toMatchObject({ status: 'hot' });
    const spare = await switchboard.contacts.create({ phone: '15550100199' });
    expect(await switchboard.contacts.remove(spare.id)).toEqual({ id: spare.id, deleted: true });
  });

  it('iterates over all contacts, each once, in the order of the list', async () => {
    await Promise.all(
      Array.from({ length: 24 }, (_, at) => switchboard.contacts.create({ phone: String(15550200000 + at) })),
    );
    const walked = await collect(switchboard.contacts.listAll({ limit: 7 }));
    const { data } = await switchboard.contacts.list({ limit: 100 });
    expect(walked).toHaveLength(25);
    expect(walked).toEqual(data);
    expect(await collect(switchboard.contacts.listAll({ search: 'nobody' }))).toEqual([]);
  });

  it('sends a message once for an Idempotency-Key', async () => {
    const message = { contactId: PHONE, type: 'text', content: 'Hello' } as const;
    const first = await switchboard.messages.send(message, { idempotencyKey: 'order-4711' });
    const again = await switchboard.messages.send(message, { idempotencyKey: 'order-4711' });
    expect(again).toEqual(first);
    await expect(
      switchboard.messages.send({ ...message, content: 'Bye' }, { idempotencyKey: 'order-4711' }),
    ).rejects.toMatchObject({ code: 'idempotency_conflict', status: 409 });
    expect((await switchboard.messages.history(PHONE)).data).toHaveLength(1);
  });

  it('marks messages read, replies and reacts', async () => {
    await platform.customerWrites(PHONE, 'When do you close?');
    const question = await eventually(async () =>
      (await switchboard.messages.history(PHONE)).data.find(({ direction }) => direction === 'inbound'),
    );
    expect(await switchboard.messages.markRead(question.id)).toMatchObject({ id: question.id });
    const { reactions } = await switchboard.messages.react(question.id, { emoji: '👍' });
    expect(reactions).toMatchObject([{ direction: 'outbound', emoji: '👍' }]);
    await switchboard.messages.send({
      contactId: PHONE,
      type: 'text',
      content: 'At six',
      replyTo: question.id,
    });
    const walked = await collect(switchboard.messages.historyAll(PHONE, { limit: 1 }));
    expect(walked.map(({ content }) => content)).toEqual(['At six', 'When do you close?', 'Hello']);
  });

  it('reports errors by field', async () => {
    const call = switchboard.contacts.create({ phone: '0170 1234567' });
    await expect(call).rejects.toBeInstanceOf(SwitchboardError);
    await expect(call).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      details: [{ path: 'phone', message: expect.stringContaining('country code') }],
      requestId: expect.stringMatching(/^req_/),
      docsUrl: expect.stringMatching(/^https?:.*\/docs\/errors#validation_failed$/),
    });
    await expect(
      createClient({ baseUrl: server.url, apiKey: 'svc_wrong' }).contacts.list(),
    ).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it('reports when no server is running', async () => {
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_x', maxRetries: 0 });
    await expect(nowhere.contacts.list()).rejects.toMatchObject({ code: 'connection_failed', status: 0 });
  });
});
