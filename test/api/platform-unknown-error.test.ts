import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { addTemplate } from '../helpers/templates.ts';
import { createWorkspace } from '../helpers/test-server.ts';

let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging();
});
afterAll(() => rig.stop());

const ROUND_SECONDS = 30;
const ROUNDS = 30;
const text = async (contactId: string, content: string): Promise<Json> =>
  (await rig.send({ contactId, type: 'text', content })).body;
const nextSends = (script: unknown[]) =>
  rig.platform.control('PATCH', `/accounts/${demoAccount.phoneNumberId}/knobs`, { nextSends: script });
const attemptsOf = async (): Promise<number> => {
  const [row] = await rig.server.container.database.select<{ attempts: number }>(
    'SELECT COALESCE(MAX(IF(lease_token IS NULL, attempts, 0)), 0) AS attempts FROM outbound_sends WHERE tenant_id = :tenantId',
    { tenantId: rig.workspace.scope.key },
  );
  return Number(row?.attempts);
};

/** Moves pending sends and probes this many seconds closer, instead of waiting. */
async function passTime(seconds: number): Promise<void> {
  const { database } = rig.server.container;
  const tenantId = rig.workspace.scope.key;
  await database.run(
    `UPDATE outbound_sends SET visible_at = visible_at - INTERVAL ${seconds} SECOND WHERE tenant_id = :tenantId AND lease_token IS NULL`,
    { tenantId },
  );
  await database.run(
    `UPDATE send_pauses SET probe_at = probe_at - INTERVAL ${seconds} SECOND WHERE tenant_id = :tenantId`,
    { tenantId },
  );
  rig.server.wake();
}

/** Connects another workspace to its own account. Returns a function that sends a template from it. */
async function connectOther(): Promise<() => Promise<Json>> {
  const workspace = await createWorkspace(rig.server);
  const account = {
    appId: '300000000000077',
    appSecret: 'another secret of another app',
    accessToken: 'another-token',
    wabaId: '900000000000077',
    phoneNumberId: '800000000000077',
  };
  await rig.platform.control('POST', '/accounts', { ...account, subscribed: true, registered: true });
  const { saveCredentials, contextFor } = rig.server.container;
  await saveCredentials(contextFor(workspace.scope), account);
  const { phoneNumberId } = account;
  const name = 'hello_world';
  await addTemplate(rig.platform, { name, language: 'en_US', phoneNumberId, status: 'APPROVED' });
  await workspace.api('POST', '/contacts', { phone: '15550192000' });
  return async () =>
    (
      await workspace.api('POST', '/messages/send', {
        contactId: '15550192000',
        type: 'template',
        templateName: name,
        templateLanguage: 'en_US',
      })
    ).body;
}

describe('a temporary platform error', () => {
  it.each<[string, string, object]>([
    ['code 1 with HTTP 500', '15550190001', { code: 1, http: 500 }],
    ['code 1 with HTTP 400, marked transient', '15550190002', { code: 1, transient: true }],
    ['any code that is marked transient', '15550190003', { code: 131026, http: 400, transient: true }],
    ['an unknown code with HTTP 503', '15550190004', { code: 987_654, http: 503 }],
  ])(
    '%s is retried for 15 minutes, in order, without delaying others',
    async (_name, phone, error) => {
      const other = `${phone}9`;
      await Promise.all([rig.hello(phone), rig.hello(other)]);
      await nextSends(Array.from({ length: ROUNDS + 20 }, () => error));
      const first = await text(phone, 'first');
      const second = await text(phone, 'second');
      expect([first.status, second.status]).toEqual(['queued', 'queued']);
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = await expect.poll(attemptsOf).toBeGreaterThan(round).then(attemptsOf);
        await passTime(ROUND_SECONDS);
        await expect.poll(attemptsOf).toBeGreaterThan(before);
      }
      expect((await rig.message(phone, first.id)).status).toBe('queued');
      expect((await rig.message(phone, second.id)).status).toBe('queued');
      expect(await rig.callsOf(second.id)).toEqual([]);

      await nextSends(['ok', error, error]);
      expect(['sent', 'delivered']).toContain((await text(other, 'to someone else')).status);

      await nextSends([]);
      await passTime(ROUND_SECONDS);
      await expect.poll(async () => (await rig.message(phone, second.id)).status).toBe('delivered');
      expect((await rig.message(phone, first.id)).status).toBe('delivered');
      const written = (await rig.phone(phone)).map((one: Json) => one.preview ?? one.text?.body ?? one.text);
      expect(written.filter((words: unknown) => words === 'first' || words === 'second')).toEqual([
        'first',
        'second',
      ]);
    },
    60_000,
  );

  it('pauses the workspace after several messages, and does not affect other workspaces', async () => {
    const sendFromOther = await connectOther();
    const phones = Array.from({ length: 6 }, (_, index) => `1555019100${index}`);
    await Promise.all(phones.map((phone) => rig.hello(phone)));
    await nextSends(Array.from({ length: 40 }, () => ({ code: 1, http: 500 })));
    const sent: Json[] = [];
    for (const phone of phones) sent.push(await text(phone, 'waiting'));
    expect(sent.map(({ status }) => status)).toEqual(phones.map(() => 'queued'));
    const calls = await Promise.all(sent.map(({ id }) => rig.callsOf(id)));
    // Three different messages are enough to pause; the others are not attempted.
    expect(calls.filter((made) => made.length === 0).length).toBeGreaterThan(0);
    expect(['sent', 'delivered']).toContain((await sendFromOther()).status);
    await nextSends([]);
    await passTime(ROUND_SECONDS);
    for (const [index, phone] of phones.entries())
      await expect.poll(async () => (await rig.message(phone, sent[index].id)).status).toBe('delivered');
  }, 60_000);
});
