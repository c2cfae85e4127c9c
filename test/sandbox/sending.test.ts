import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver, startSandbox, statusesIn, until } from './harness.ts';

const maya = '15550100123';
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let receiver: Receiver;

beforeEach(async () => {
  sandbox = await startSandbox();
  receiver = await startReceiver();
  await sandbox.connect(receiver);
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const statusWords = () => statusesIn(receiver).map((status) => status.status);
const openChat = (open: boolean) =>
  sandbox.call('PUT', `/control/accounts/${sandbox.pnid}/chats/${maya}/open`, { open });

describe('the statuses of a send', () => {
  it('progress at a realistic pace with the caller’s data; read only while the chat is open', async () => {
    await sandbox.write(maya, 'Hi');
    const started = Date.now();
    const { status, body } = await sandbox.send('+1 (555) 010-0123', 'Hello', {
      biz_opaque_callback_data: 'msg-1',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      messaging_product: 'whatsapp',
      contacts: [{ input: '+1 (555) 010-0123', wa_id: maya }],
      messages: [{ id: expect.stringMatching(/^wamid\./) }],
    });
    await until('sent', () => statusWords().includes('sent'));
    expect(Date.now() - started).toBeGreaterThanOrEqual(140);
    await until('delivered', () => statusWords().includes('delivered'));
    expect(Date.now() - started).toBeGreaterThanOrEqual(590);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(statusWords()).toEqual(['sent', 'delivered']);
    await openChat(true);
    await until('read', () => statusWords().includes('read'));
    const [sent, delivered, read] = statusesIn(receiver);
    const shared = { id: body.messages[0].id, recipient_id: maya, biz_opaque_callback_data: 'msg-1' };
    for (const each of [sent, delivered, read]) expect(each).toMatchObject(shared);
    expect(sent).toMatchObject({ conversation: { expiration_timestamp: expect.any(String) }, pricing: {} });
    expect(delivered.conversation).not.toHaveProperty('expiration_timestamp');
    expect(read).not.toHaveProperty('conversation');
    expect(read).not.toHaveProperty('pricing');
  });

  it('follow the order in which messages to one person were accepted', async () => {
    await sandbox.knobs({ pairRateLimit: false, sentDelayMs: [0, 300], deliveredDelayMs: [50, 700] });
    await sandbox.write(maya, 'Hi');
    const ids: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      const { body } = await sandbox.send(maya, `line ${count}`);
      ids.push(body.messages[0].id);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    const path = `/control/accounts/${sandbox.pnid}/chats/${maya}/messages?all=1`;
    await until('all delivered', () => statusWords().filter((word) => word === 'delivered').length === 8);
    const { body } = await sandbox.call('GET', path);
    type Line = { id: string; from: string; deliveredAt: string };
    const lines: Line[] = body.data.filter((message: Line) => message.from === 'business');
    // The phone shows messages by their time of delivery.
    const shown = lines.sort((a, b) => Date.parse(a.deliveredAt) - Date.parse(b.deliveredAt));
    expect(shown.map((line) => line.id)).toEqual(ids);
  });

  it('stop at sent while the phone is off', async () => {
    await sandbox.knobs({ sentDelayMs: [0, 0], deliveredDelayMs: [10, 10] });
    await sandbox.write(maya, 'Hi');
    await sandbox.call('PATCH', `/control/customers/${maya}`, { phoneOff: true });
    await sandbox.send(maya, 'Hello');
    await until('sent', () => statusWords().length === 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(statusWords()).toEqual(['sent']);
    await sandbox.call('PATCH', `/control/customers/${maya}`, { phoneOff: false });
    await until('delivered', () => statusWords().includes('delivered'));
  });

  it('can arrive before the response, skip the middle one, or be out of order', async () => {
    const delays = { sentDelayMs: [0, 0], deliveredDelayMs: [20, 20], readDelayMs: [10, 10] };
    await sandbox.write(maya, 'Hi');
    await until('the inbound message', () => receiver.received.length === 1);
    await sandbox.knobs({ ...delays, statusBeforeResponse: true, dropDelivered: true, autoRead: true });
    await sandbox.send(maya, 'one');
    expect(statusWords()).toContain('sent');
    await until('read', () => statusWords().includes('read'));
    expect(statusWords()).toEqual(['sent', 'read']);
    await sandbox.call('DELETE', '/control/knobs');
    await sandbox.knobs({ ...delays, reorder: true });
    receiver.received.length = 0;
    await sandbox.send(maya, 'two');
    await until('both', () => statusWords().length === 2);
    expect(statusWords()).toEqual(['delivered', 'sent']);
  });
});

describe('outside the 24-hour window', () => {
  it('accepts free text and then reports 131047 without a sent status, by default', async () => {
    await sandbox.write(maya, 'Old', { timestamp: Math.floor(Date.now() / 1000) - 24 * 3_600 - 5 });
    const answer = await sandbox.send(maya, 'Too late', { biz_opaque_callback_data: 'late' });
    expect(answer.status).toBe(200);
    const failed = await until('failed', () => statusesIn(receiver)[0]);
    expect(failed).toMatchObject({
      status: 'failed',
      biz_opaque_callback_data: 'late',
      errors: [{ code: 131047, title: 'Re-engagement message', error_data: { details: expect.any(String) } }],
    });
    expect(failed).not.toHaveProperty('conversation');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(statusWords()).toEqual(['failed']);
  });

  it('reports nothing or rejects at once, depending on a setting; templates are sent', async () => {
    await sandbox.knobs({ outsideWindow: 'silent', sentDelayMs: [0, 0], deliveredDelayMs: [20, 20] });
    expect((await sandbox.send('15550100200', 'Hm')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(receiver.received).toEqual([]);
    await sandbox.knobs({ outsideWindow: 'fail_sync' });
    const rejected = await sandbox.send('15550100200', 'Hm');
    expect(rejected).toMatchObject({ status: 400, body: { error: { code: 131047 } } });
    const template = { name: 'hello_world', language: { code: 'en_US' } };
    const sent = await sandbox.send('15550100200', '', { type: 'template', text: undefined, template });
    expect(sent.body.messages[0].message_status).toBe('accepted');
    await until('delivered', () => statusWords().includes('delivered'));
  });

  it('follows the clock when a test sets it ahead', async () => {
    await sandbox.knobs({ outsideWindow: 'fail_sync' });
    await sandbox.write(maya, 'Hi');
    expect((await sandbox.send(maya, 'In time')).status).toBe(200);
    await sandbox.call('PUT', '/control/clock', { offsetMs: 24 * 3_600_000 + 1 });
    expect((await sandbox.send(maya, 'Too late')).status).toBe(400);
  });
});

describe('special recipients', () => {
  it('fail with the code at the end of their number', async () => {
    expect((await sandbox.send('15550131026', 'x')).status).toBe(200);
    const failed = await until('failed', () => statusesIn(receiver)[0]);
    expect(failed.errors[0].code).toBe(131026);
    const throttled = await sandbox.send('15550131056', 'x');
    expect(throttled.status).toBe(400);
    expect(throttled.body.error).toMatchObject({
      code: 131056,
      type: 'OAuthException',
      message: '(#131056) (Business Account, Consumer Account) pair rate limit hit',
      error_data: { messaging_product: 'whatsapp', details: expect.any(String) },
      fbtrace_id: expect.stringMatching(/^A/),
    });
    expect((await sandbox.send('15550000503', 'x')).status).toBe(503);
  });

  it('hang up, before or after accepting the message', async () => {
    await expect(sandbox.send('15550000504', 'x', { biz_opaque_callback_data: 'taken' })).rejects.toThrow();
    await expect(sandbox.send('15550000505', 'x', { biz_opaque_callback_data: 'lost' })).rejects.toThrow();
    const { body } = await sandbox.call('GET', '/control/sends');
    expect(body.data.map((send: { opaque: string }) => send.opaque)).toEqual(['taken']);
  });
});

describe('limits and errors', () => {
  it('accepts 45 messages to one person and then rejects more; others are not affected', async () => {
    await sandbox.write(maya, 'Hi');
    await sandbox.write('447700900141', 'Hi');
    await sandbox.knobs({ throughputPerSecond: 0 });
    for (let count = 0; count < 45; count += 1) expect((await sandbox.send(maya, 'x')).status).toBe(200);
    expect((await sandbox.send(maya, 'x')).body.error.code).toBe(131056);
    expect((await sandbox.send('447700900141', 'x')).status).toBe(200);
    await sandbox.knobs({ pairRateLimit: false });
    expect((await sandbox.send(maya, 'x')).status).toBe(200);
  });

  it('follows a script of results, one per send', async () => {
    await sandbox.write(maya, 'Hi');
    await sandbox.knobs({ nextSends: [131016, 'hang_up', 'drop', 'ok'] });
    expect((await sandbox.send(maya, 'a')).status).toBe(500);
    await expect(sandbox.send(maya, 'b')).rejects.toThrow();
    await expect(sandbox.send(maya, 'c')).rejects.toThrow();
    expect((await sandbox.send(maya, 'd')).status).toBe(200);
    const { body } = await sandbox.call('GET', `/control/sends?pnid=${sandbox.pnid}`);
    expect(body.data.map((send: { text: string }) => send.text)).toEqual(['b', 'd']);
  });
});
