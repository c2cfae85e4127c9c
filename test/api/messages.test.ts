import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectWorkspace,
  envelope,
  eventually,
  postCallback,
  startPlatform,
  type TestPlatform,
  textMessage,
} from '../helpers/platform.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let platform: TestPlatform;
let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1' });
  workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
});

const send = (contactId: string, content: string) =>
  workspace.api('POST', '/messages/send', { contactId, type: 'text', content });
const history = async (phone: string) => (await workspace.api('GET', `/messages/${phone}`)).body.data ?? [];
const openWindow = async (waId: string) => {
  await platform.customerWrites(waId, 'hello', { name: `Customer ${waId}` });
  await eventually(async () => (await history(waId)).length > 0);
};
const statusOf = async (phone: string, id: string) =>
  (await history(phone)).find((message: { id: string }) => message.id === id)?.status;

describe('sending from the API', () => {
  it('waits for the platform and returns 201 with the sent message, whose status later becomes read', async () => {
    await openWindow('15550100123');
    const answer = await send('+1 (555) 010-0123', 'Hi there');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'sent',
      direction: 'outbound',
      contactId: '15550100123',
      warnings: [],
      error: null,
    });
    expect(answer.body.platformId).toMatch(/^wamid\./);
    await eventually(async () => (await statusOf('15550100123', answer.body.id)) === 'delivered');
    await platform.control('POST', '/accounts/800000000000001/chats/15550100123/read');
    await eventually(async () => (await statusOf('15550100123', answer.body.id)) === 'read');
    const message = (await history('15550100123'))[0];
    expect([message.sentAt, message.deliveredAt, message.readAt].every(Boolean)).toBe(true);
  });

  it('lists the errors of an invalid message, and returns 404 for an unknown contact', async () => {
    const bad = await workspace.api('POST', '/messages/send', {
      contactId: '15550100123',
      type: 'carrier-pigeon',
      content: ' ',
      to: 'x',
    });
    expect(bad.status).toBe(400);
    expect(new Set(bad.body.error.details.map((detail: { path: string }) => detail.path))).toEqual(
      new Set(['type', 'content', 'to']),
    );
    expect((await send('15550109999', 'hi')).body.error.code).toBe('contact_not_found');
    expect((await send('15550100123', 'x'.repeat(4097))).status).toBe(400);
  });

  it('returns 409 when no account is connected', async () => {
    const lone = await createWorkspace(server);
    await lone.api('POST', '/contacts', { phone: '15550100123' });
    const answer = await lone.api('POST', '/messages/send', {
      contactId: '15550100123',
      type: 'text',
      content: 'hi',
    });
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('channel_not_connected');
  });

  it('sends text outside the reply window with a warning, and keeps it sent when the platform reports an error', async () => {
    await workspace.api('POST', '/contacts', { name: 'Silent', phone: '15550100200' });
    const answer = await send('15550100200', 'long time no see');
    expect(answer.body).toMatchObject({ status: 'sent', warnings: ['window_closed'] });
    const message = await eventually(async () =>
      (await history('15550100200')).find((one: { error: unknown }) => one.error),
    );
    expect(message).toMatchObject({ status: 'sent', error: { code: '131047' } });
  });

  it('returns a failed message with an explanation when the platform rejects it', async () => {
    await openWindow('15550131021');
    const answer = await send('15550131021', 'to myself');
    expect(answer.body).toMatchObject({
      status: 'failed',
      error: { code: '131021', message: expect.stringMatching(/own business number/) },
    });
    expect(answer.body.failedAt).not.toBeNull();
  });

  it('returns queued while the platform is down, and sends in order afterwards', async () => {
    await openWindow('15550100300');
    await platform.configure({ sendErrorRate: 1 });
    const answers = await Promise.all([send('15550100300', 'one')]);
    const second = send('15550100300', 'two');
    expect(answers[0]?.body.status).toBe('queued');
    await platform.configure({ sendErrorRate: 0 });
    expect((await second).status).toBe(201);
    await eventually(async () => {
      const list = await history('15550100300');
      return list.filter((one: { status: string }) => one.status === 'delivered').length === 2;
    });
    const phone = await platform.control('GET', '/accounts/800000000000001/chats/15550100300/messages');
    const texts = phone.body.data
      .filter((one: { from: string }) => one.from === 'business')
      .map((one: { text: string }) => one.text);
    expect(texts).toEqual(['one', 'two']);
  });
});

describe('statuses', () => {
  const report = (id: string, status: string, extra: object = {}) =>
    postCallback(
      server,
      workspace,
      envelope({
        statuses: [
          {
            id,
            status,
            timestamp: String(Math.floor(Date.now() / 1000)),
            recipient_id: '15550100123',
            ...extra,
          },
        ],
      }),
    );

  it('never regress, in whatever order they arrive', async () => {
    await openWindow('15550100400');
    await platform.control('PUT', '/accounts/800000000000001/chats/15550100400/open', {
      open: true,
      leaseMs: 60_000,
    });
    const { body } = await send('15550100400', 'shuffled');
    await eventually(async () => (await statusOf('15550100400', body.id)) === 'read');
    for (const status of ['delivered', 'sent', 'failed', 'read']) {
      await report(
        body.platformId,
        status,
        status === 'failed' ? { errors: [{ code: 131026, title: 'x' }] } : { again: 1 },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await statusOf('15550100400', body.id)).toBe('read');
  });

  it('are stored and applied if they arrive before their message is known', async () => {
    await openWindow('15550100401');
    await platform.configure({ statusBeforeResponse: true, sendLatencyMs: 200 });
    const { body } = await send('15550100401', 'early');
    await platform.configure({ statusBeforeResponse: false, sendLatencyMs: 0 });
    await eventually(async () => (await statusOf('15550100401', body.id)) === 'delivered');
    await report('wamid.never-ours', 'delivered');
    const inbound = textMessage('15550100401', 'and on');
    await postCallback(server, workspace, envelope({ messages: [inbound] }));
    await eventually(async () => (await history('15550100401'))[0]?.content === 'and on');
  });

  it('change from failed to delivered', async () => {
    await openWindow('15550100402');
    await platform.configure({ deliveredDelayMs: [60_000, 60_000] });
    const { body } = await send('15550100402', 'try');
    await report(body.platformId, 'failed', { errors: [{ code: 131026, title: 'Undeliverable' }] });
    await eventually(async () => (await statusOf('15550100402', body.id)) === 'failed');
    await report(body.platformId, 'delivered');
    const message = await eventually(async () =>
      (await history('15550100402')).find((one: { status: string }) => one.status === 'delivered'),
    );
    expect(message).toMatchObject({ error: null, failedAt: expect.any(String) });
    await platform.configure({ deliveredDelayMs: [20, 60] });
  });
});

describe('the inbox', () => {
  const conversationOf = async (phone: string) =>
    (await workspace.dashboard('GET', `/conversations?search=${phone}`)).body.data[0];
  const clientId = (n: number) => `6f1c2f6e-0000-4000-8000-${String(n).padStart(12, '0')}`;

  it('stores a reply once, however often the page sends it', async () => {
    await openWindow('15550100500');
    const { id } = await conversationOf('15550100500');
    const body = { content: 'once', clientId: clientId(1) };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => workspace.dashboard('POST', `/conversations/${id}/messages`, body)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({
      author: { name: expect.stringMatching(/^Owner/) },
      clientId: clientId(1),
    });
    await eventually(async () => (await conversationOf('15550100500')).lastMessage.status === 'delivered');
  });

  it('does not send outside the reply window', async () => {
    const { body: contact } = await workspace.api('POST', '/contacts', {
      name: 'Never wrote',
      phone: '15550100501',
    });
    const { body: opened } = await workspace.dashboard('POST', `/contacts/${contact.id}/conversation`);
    expect(opened).toMatchObject({ windowExpiresAt: null, lastMessage: null, unreadCount: 0 });
    const answer = await workspace.dashboard('POST', `/conversations/${opened.id}/messages`, {
      content: 'hi',
      clientId: clientId(2),
    });
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('window_closed');
  });

  it('marks messages read, here and for the customer', async () => {
    await openWindow('15550100502');
    const { id, unreadCount } = await conversationOf('15550100502');
    expect(unreadCount).toBe(1);
    expect((await workspace.dashboard('POST', `/conversations/${id}/read`)).body.unreadCount).toBe(0);
    await eventually(async () => {
      const phone = await platform.control('GET', '/accounts/800000000000001/chats/15550100502/messages');
      return phone.body.data[0].status === 'read';
    });
  });

  it('retries a failed message as the same message', async () => {
    await openWindow('15550100503');
    const { id } = await conversationOf('15550100503');
    await platform.configure({ nextSends: [131026] });
    const { body } = await workspace.dashboard('POST', `/conversations/${id}/messages`, {
      content: 'again',
      clientId: clientId(3),
    });
    await eventually(async () => (await statusOf('15550100503', body.id)) === 'failed');
    const retried = await workspace.dashboard('POST', `/messages/${body.id}/retry`);
    expect(retried.status).toBe(200);
    expect(retried.body).toMatchObject({ id: body.id, status: 'queued', error: null });
    await eventually(async () => (await statusOf('15550100503', body.id)) === 'delivered');
    expect(
      (await history('15550100503')).filter((one: { content: string }) => one.content === 'again'),
    ).toHaveLength(1);
  });

  it('pages through a thread by cursor, newest first', async () => {
    const { id } = await conversationOf('15550100503');
    const first = await workspace.dashboard('GET', `/conversations/${id}/messages?limit=1`);
    const second = await workspace.dashboard(
      'GET',
      `/conversations/${id}/messages?limit=1&cursor=${first.body.nextCursor}`,
    );
    expect([first.body.data[0].content, second.body.data[0].content]).toEqual(['again', 'hello']);
    expect(second.body.nextCursor).toBeNull();
  });
});
