import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { messagesIn, type Receiver, startReceiver, startSandbox, statusesIn, until } from './harness.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let receiver: Receiver;

beforeEach(async () => {
  sandbox = await startSandbox();
  receiver = await startReceiver();
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

describe('the handshake', () => {
  it('accepts a URL that returns the bare challenge, and keeps its query', async () => {
    expect((await sandbox.connect(receiver)).body).toEqual({ success: true });
    const { body } = await sandbox.call('GET', `/v21.0/${sandbox.pnid}?fields=webhook_configuration`);
    expect(body.webhook_configuration).toEqual({ application: receiver.url });
  });

  it.each([
    ['a wrong token', () => ({ status: 403, body: 'no' })],
    [
      'a body around the challenge',
      (query: URLSearchParams) => ({ status: 200, body: `"${query.get('hub.challenge')}"` }),
    ],
    ['another status', (query: URLSearchParams) => ({ status: 201, body: query.get('hub.challenge') ?? '' })],
  ])('rejects %s with a code-100 error and stores no URL', async (_what, challenge) => {
    receiver.challenge = challenge;
    const answer = await sandbox.connect(receiver);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 100, type: 'OAuthException' });
    const { body } = await sandbox.call('GET', `/control/accounts/${sandbox.pnid}`);
    expect(body.callbacks.app).toBeNull();
  });
});

describe('a callback', () => {
  it('is signed over its exact bytes, which are ASCII with everything else escaped', async () => {
    await sandbox.connect(receiver);
    await sandbox.write('15550100123', 'Café 👍 a/b me@shop.example');
    const { bytes, headers } = await until('the callback', () => receiver.received[0]);
    const expected = createHmac('sha256', demoAccount.appSecret).update(bytes).digest('hex');
    expect(headers['x-hub-signature-256']).toBe(`sha256=${expected}`);
    expect(bytes.toString('latin1')).toMatch(/^[\x20-\x7e]+$/);
    expect(bytes.toString()).toContain('"Caf\\u00e9 \\ud83d\\udc4d a\\/b me\\u0040shop.example"');
  });

  it('has the full envelope with times as strings', async () => {
    await sandbox.connect(receiver);
    const { body: written } = await sandbox.write('15550100123', 'Hello');
    const { bytes } = await until('the callback', () => receiver.received[0]);
    const seconds = String(Math.floor(Date.parse(written.at) / 1000));
    const text = {
      from: '15550100123',
      id: written.id,
      timestamp: seconds,
      type: 'text',
      text: { body: 'Hello' },
    };
    expect(JSON.parse(bytes.toString())).toEqual({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: demoAccount.wabaId,
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '15550109000', phone_number_id: sandbox.pnid },
                contacts: [{ profile: { name: 'Maya Lindqvist' }, wa_id: '15550100123' }],
                messages: [text],
              },
            },
          ],
        },
      ],
    });
    expect(written.id).toMatch(/^wamid\.[A-Za-z0-9+/=]+$/);
    expect(written.id.length).toBeGreaterThan(50);
    expect(Buffer.from(written.id.slice(6), 'base64').toString('latin1')).toContain('15550100123');
  });

  it('is retried with the same bytes and growing intervals until it gets a 200', async () => {
    await sandbox.knobs({ clockSpeed: 10 });
    receiver.answer = (index) => (index < 4 ? ([500, 204, 302][index - 1] ?? 500) : 200);
    await sandbox.connect(receiver);
    const { body: written } = await sandbox.write('15550100123', 'Are you there?');
    await until('the fourth try', () => receiver.received.length === 4);
    const [a, b, c, d] = receiver.received;
    expect([b, c, d].every((later) => later && a && later.bytes.equals(a.bytes))).toBe(true);
    expect((d?.at ?? 0) - (c?.at ?? 0)).toBeGreaterThan((b?.at ?? 0) - (a?.at ?? 0));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.received).toHaveLength(4);
    expect((await sandbox.call('GET', '/control/callbacks')).body.data).toEqual([]);
    const chat = await sandbox.call('GET', `/control/accounts/${sandbox.pnid}/chats/15550100123/messages`);
    expect(chat.body.data).toMatchObject([{ id: written.id, status: 'delivered' }]);
  });

  it('waits for a callback URL and is then sent at once', async () => {
    await sandbox.write('15550100123', 'Early');
    await sandbox.connect(receiver);
    await until('the callback', () => messagesIn(receiver).length === 1, 900);
  });

  it('can be duplicated, wrongly signed, batched and stripped of contacts by settings', async () => {
    await sandbox.connect(receiver);
    // An incomplete batch waits 40 ms by the clock of the sandbox: slow, it waits for all five.
    await sandbox.knobs({
      ...{ duplicateRate: 1, batchSize: 5, badSignature: true, missingContacts: true },
      clockSpeed: 0.005,
    });
    for (const text of ['1', '2', '3', '4', '5']) await sandbox.write('15550100123', text);
    await until('the batch and its copy', () => receiver.received.length === 2);
    const [first, copy] = receiver.received;
    expect(copy?.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
    const body = JSON.parse(first?.bytes.toString() ?? '');
    expect(body.entry).toHaveLength(2);
    expect(messagesIn(receiver)).toHaveLength(10);
    expect(first?.bytes.toString()).not.toContain('"contacts"');
    const right = createHmac('sha256', demoAccount.appSecret)
      .update(first?.bytes ?? '')
      .digest('hex');
    expect(first?.headers['x-hub-signature-256']).not.toBe(`sha256=${right}`);
  });

  it('made by the test is sent once, signed as requested', async () => {
    await sandbox.connect(receiver);
    const path = `/control/accounts/${sandbox.pnid}/callbacks`;
    receiver.answer = () => 401;
    const { body } = await sandbox.call('POST', path, { body: '{"not": "ours"', signature: 'none' });
    expect(body).toMatchObject({ status: 401 });
    expect(receiver.received[0]?.bytes.toString()).toBe('{"not": "ours"');
    expect(receiver.received[0]?.headers['x-hub-signature-256']).toBeUndefined();
  });

  it('has a user id and no number for a person who hides it', async () => {
    await sandbox.connect(receiver);
    const userId = 'US.10000000000000001';
    await sandbox.call('POST', '/control/customers', { waId: '15550100555', userId, phoneHidden: true });
    await sandbox.write('15550100555', 'hi');
    await until('the message', () => messagesIn(receiver)[0]);
    expect(messagesIn(receiver)[0]).toMatchObject({ from_user_id: userId });
    expect(receiver.received[0]?.bytes.toString()).not.toContain('"from"');
    await sandbox.call('POST', `/v21.0/${sandbox.pnid}/messages`, {
      messaging_product: 'whatsapp',
      recipient: userId,
      type: 'text',
      text: { body: 'hello' },
    });
    const status = await until('a status', () => statusesIn(receiver)[0]);
    expect(status).toMatchObject({ recipient_user_id: userId });
    expect(status).not.toHaveProperty('recipient_id');
  });
});
