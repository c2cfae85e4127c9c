import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { bearer, call } from '../helpers/test-server.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

const text = { createContact: true, type: 'text', content: 'Welcome!' };
const contacts = async (search: string) =>
  (await messaging.workspace.api('GET', `/contacts?search=${search}`)).body.data;
const eventsAbout = async (phone: string): Promise<string[]> => {
  const { events } = (await messaging.workspace.dashboard('GET', '/events?since=0')).body;
  return events
    .filter((event: object) => JSON.stringify(event).includes(phone))
    .map(({ name }: { name?: string }) => name);
};

describe('createContact', () => {
  it('creates the contact of a new number together with the message', async () => {
    const { status, body } = await messaging.send({ ...text, contactId: '+1 (555) 010-0301' });
    expect([status, body]).toMatchObject([201, { contactId: '15550100301', warnings: ['window_closed'] }]);
    const [contact] = await contacts('15550100301');
    expect(contact).toMatchObject({ id: body.contact, name: '', status: 'cold', tags: [] });
    expect((await eventsAbout('15550100301')).slice(0, 2)).toEqual(['contact.created', 'message.queued']);
    const again = await messaging.send({ ...text, contactId: '15550100301' });
    expect(again.body.contact).toBe(body.contact);
  });

  it('is needed for a number that is not known', async () => {
    const { createContact: _, ...plain } = text;
    for (const body of [plain, { ...plain, createContact: false }]) {
      const answer = await messaging.send({ ...body, contactId: '15550100302' });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'contact_not_found']);
    }
  });

  it('creates one contact for many messages at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => messaging.send({ ...text, contactId: '15550100303' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body.contact)).size).toBe(1);
    expect(await contacts('15550100303')).toHaveLength(1);
  });

  it.each([
    ['what is not a number', { contactId: 'ada@example.com' }, 'contactId'],
    ['an id', { contactId: `ct_${'0'.repeat(26)}` }, 'contactId'],
    ['a time that has passed', { contactId: '15550100304', sendAt: '2020-01-01T00:00:00.000Z' }, 'sendAt'],
  ])('creates nothing for %s', async (_what, fields, path) => {
    const before = (await messaging.workspace.api('GET', '/contacts')).body.pagination.total;
    const answer = await messaging.send({ ...text, ...fields });
    expect([answer.status, answer.body.error.details]).toEqual([
      400,
      [{ path, message: expect.any(String) }],
    ]);
    expect((await messaging.workspace.api('GET', '/contacts')).body.pagination.total).toBe(before);
  });

  it('needs the permission to write contacts', async () => {
    const { server, workspace } = messaging;
    const { key } = await createApiKey(server.container.contextFor(workspace.scope), {
      name: 'sender',
      permissions: ['messages:send'],
    });
    const send = (contactId: string) =>
      call(`${server.url}/api/v1/messages/send`, {
        method: 'POST',
        body: { ...text, contactId },
        headers: bearer(key),
      });
    const answer = await send('15550100305');
    expect([answer.status, answer.body.error.message]).toEqual([
      403,
      expect.stringMatching(/contacts:write/),
    ]);
    expect(await contacts('15550100305')).toEqual([]);
    expect((await send('15550100301')).status).toBe(201);
  });

  it('repeated with its Idempotency-Key sends one message', async () => {
    const { server, workspace } = messaging;
    const headers = { ...bearer(workspace.key), 'idempotency-key': randomUUID() };
    const send = () =>
      call(`${server.url}/api/v1/messages/send`, {
        method: 'POST',
        body: { ...text, contactId: '15550100306' },
        headers,
      });
    const answers = [await send(), await send()];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await messaging.history('15550100306')).toHaveLength(1);
  });
});
