import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagesIn, startReceiver, startSandbox, statusesIn, until } from './harness.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('after a restart', () => {
  it('chats, settings and pending callbacks are restored, and pending statuses continue', async () => {
    const receiver = await startReceiver();
    receiver.answer = () => 500;
    const before = await startSandbox(dataDir);
    await before.connect(receiver);
    await before.knobs({ deliveredDelayMs: [300, 300], autoRead: true });
    const { body: written } = await before.write('15550100123', 'Do not forget me');
    await before.send('15550100123', 'We do not', { biz_opaque_callback_data: 'm1' });
    await until('a first try', () => messagesIn(receiver).length > 0);
    await before.close();
    // A crash in the middle of a line must not keep the sandbox from starting.
    appendFileSync(join(dataDir, 'sandbox', 'journal.ndjson'), '{"table":"message","key":"wam');

    receiver.received.length = 0;
    receiver.answer = () => 200;
    const after = await startSandbox(dataDir);
    await until('the owed message', () => messagesIn(receiver)[0]?.id === written.id);
    await until('read', () => statusesIn(receiver).some((status) => status.status === 'read'));
    const reported = () => new Set(statusesIn(receiver).map((status) => status.status));
    // In any order: a `sent` that is already pending is retried only after its interval.
    await until('every status', () => reported().size === 3);
    const chat = await after.call('GET', `/control/accounts/${after.pnid}/chats/15550100123/messages`);
    expect(chat.body.data.map((message: { text: string }) => message.text)).toEqual([
      'Do not forget me',
      'We do not',
    ]);
    await after.close();
    await receiver.close();
  });
});

describe('the control API', () => {
  it('imports history without callbacks, and deletes everything on a reset', async () => {
    const receiver = await startReceiver();
    const sandbox = await startSandbox();
    await sandbox.connect(receiver);
    const timestamp = Math.floor(Date.now() / 1000) - 60;
    const messages = [
      { from: 'customer', text: 'Hi', timestamp },
      { from: 'business', text: 'Hello', timestamp: timestamp + 5, id: 'wamid.known' },
    ];
    const chats = [{ waId: '+1 555 010 0300', name: 'Iris', messages }];
    const imported = await sandbox.call('POST', `/control/accounts/${sandbox.pnid}/import`, { chats });
    expect(imported.body.ids[0]).toEqual([expect.stringMatching(/^wamid\./), 'wamid.known']);
    const list = await sandbox.call('GET', `/control/accounts/${sandbox.pnid}/chats`);
    expect(list.body.data).toMatchObject([{ waId: '15550100300', name: 'Iris', windowOpen: true }]);
    expect(receiver.received).toEqual([]);
    await sandbox.call('POST', '/control/reset');
    expect((await sandbox.call('GET', `/control/accounts/${sandbox.pnid}/chats`)).body.data).toEqual([]);
    await sandbox.close();
    await receiver.close();
  });

  it('is closed to other hosts and to pages of other origins', async () => {
    const sandbox = await startSandbox();
    const other = await sandbox.call('POST', '/control/reset', {}, { origin: 'https://evil.example' });
    expect(other.status).toBe(403);
    expect((await sandbox.call('GET', '/control/knobs', undefined, { origin: sandbox.url })).status).toBe(
      200,
    );
    await sandbox.close();
  });

  it('reports every error of a request', async () => {
    const sandbox = await startSandbox();
    const { status, body } = await sandbox.knobs({ duplicateRate: 2, nonsense: true });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/duplicateRate/);
    expect(body.error.message).toMatch(/nonsense/);
    expect((await sandbox.call('POST', '/control/customers', { waId: '12' })).status).toBe(400);
    expect((await sandbox.call('GET', '/control/accounts/1/chats')).status).toBe(404);
    await sandbox.close();
  });
});
