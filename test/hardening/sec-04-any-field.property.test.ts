import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { historyOf, inboundSteps } from '../helpers/inbound.ts';
import { propertyRuns, sized } from '../helpers/lane.ts';
import { envelope, textMessage } from '../helpers/platform.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';
import { bodyOf, mutate, mutation } from './payload-mutants.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { createConnected, post, untilProcessed } = inboundSteps(() => server);

const file = { id: '700000000000001', mime_type: 'image/jpeg', sha256: 'x'.repeat(44), caption: 'a caption' };
const KINDS: Record<string, object> = {
  text: { body: 'hello' },
  image: file,
  audio: { ...file, voice: true },
  video: file,
  document: { ...file, filename: 'offer.pdf' },
  sticker: { ...file, animated: true },
  location: { latitude: 1.5, longitude: -2.5, name: 'Depot', address: '1 Road', url: 'https://example.com' },
  contacts: [
    {
      name: { formatted_name: 'Ana', first_name: 'Ana' },
      org: { company: 'Depot' },
      phones: [{ phone: '+1 555', wa_id: '1555', type: 'WORK' }],
      emails: [{ email: 'a@example.com', type: 'HOME' }],
      addresses: [{ street: '1 Road', city: 'Town' }],
    },
  ],
  button: { payload: 'yes', text: 'Yes' },
  interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"a":1}' } },
  order: {
    catalog_id: '5',
    text: 'please',
    product_items: [{ product_retailer_id: 'S', quantity: 2, item_price: 3, currency: 'USD' }],
  },
  system: { type: 'user_changed_number', wa_id: '15559990001', body: 'changed' },
  unsupported: { type: 'poll' },
  reaction: { message_id: 'wamid.unknown', emoji: '👍' },
  edit: { original_message_id: 'wamid.unknown', message: { type: 'text', text: { body: 'b' } } },
  revoke: { original_message_id: 'wamid.unknown' },
  hologram: { a: 1 },
};
const EXTRA = {
  context: {
    id: 'wamid.unknown',
    forwarded: true,
    referred_product: { catalog_id: '1', product_retailer_id: 'S' },
  },
  referral: { source_type: 'ad', source_url: 'https://example.com', headline: 'h', ctwa_clid: 'c' },
  group_id: 'G',
  errors: [{ code: 131051, title: 't', error_data: { details: 'd' } }],
};

/** Makers of messages of all kinds; every id and sender is another one. */
const MESSAGES = Object.entries(KINDS).map(([type, part]) => (unique: string) => ({
  ...textMessage(`1555${unique}`, ''),
  text: undefined,
  id: `wamid.m${unique}`,
  from_user_id: `US.${unique}`,
  type,
  [type]: part,
  ...EXTRA,
}));
const STATUSES = ['sent', 'delivered', 'read', 'failed'].map((status) => (unique: string) => ({
  id: `wamid.s${unique}`,
  status,
  timestamp: '1767261600',
  recipient_id: '15550100001',
  biz_opaque_callback_data: 'x',
  conversation: { id: 'c', origin: { type: 'service' } },
  errors: [{ code: 131047, title: 't', message: 'm', error_data: { details: 'd' } }],
}));
const NOTICES: readonly (() => { field: string; value: object })[] = [
  () => ({
    field: 'message_template_status_update',
    value: { message_template_name: 'a', message_template_language: 'en', event: 'APPROVED', reason: null },
  }),
  () => ({
    field: 'phone_number_quality_update',
    value: { display_phone_number: '15550109000', event: 'FLAGGED', current_limit: 'TIER_1K' },
  }),
  () => ({
    field: 'account_update',
    value: { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: 'x', expiration: 1 }] },
  }),
  () => ({
    field: 'user_id_update',
    value: { user_id_update: [{ wa_id: '15550100009', user_id: { previous: 'US.1', current: 'US.2' } }] },
  }),
];

const GOOD = ['15550144001', '15550144002', '15550144003'];
const ITEMS = sized(25, 60);
const batch = fc.record({
  messages: fc.array(mutation, { minLength: ITEMS, maxLength: ITEMS }),
  statuses: fc.array(mutation, { minLength: 8, maxLength: 8 }),
  notices: fc.array(mutation, { minLength: 4, maxLength: 4 }),
  contacts: mutation,
  errors: mutation,
});

let counter = 1_000_000;
const unique = () => {
  counter += 1;
  return String(counter);
};

it('SEC-04: whatever is in a field, every item is stored or parked, and neighbours are stored', async () => {
  await fc.assert(
    fc.asyncProperty(batch, async ({ messages, statuses, notices, contacts, errors }) => {
      const workspace = await createConnected();
      const good = GOOD.map((phone) => textMessage(phone, 'a good neighbour'));
      const bad = messages.map((one) => mutate(MESSAGES, one, unique()));
      // Between the others, so that each has neighbours on both sides.
      const all = bad.flatMap((one, index) =>
        index % 8 === 4 && good.length > 0 ? [one, good.shift()] : [one],
      );
      const reports = statuses.map((one) => mutate(STATUSES, one, unique()));
      const profiles = [
        () => ({ contacts: [{ wa_id: '15550144001', user_id: 'US.9', profile: { name: 'Ana' } }] }),
      ];
      const explained = [() => ({ errors: [{ code: 1, title: 't' }] })];
      const body = envelope({
        ...mutate(profiles, contacts, unique()),
        ...mutate(explained, errors, unique()),
        messages: all,
        statuses: reports,
      });
      for (const one of notices) body.entry[0]?.changes.push(mutate(NOTICES, one, unique()) as never);
      body.entry[0]?.changes.push({ field: 'unknown_to_all', value: { last: true } } as never);
      await post(workspace, bodyOf(body));
      await untilProcessed(workspace);

      const count = async (sql: string) => {
        const [row] = await server.container.database.select<{ n: number }>(sql, {
          tenantId: workspace.scope.key,
        });
        return Number(row?.n);
      };
      const stored = await count('SELECT COUNT(*) AS n FROM messages WHERE tenant_id = :tenantId');
      // The number of an item in its callback: messages first, then statuses.
      const parked = await count(
        `SELECT COUNT(*) AS n FROM parked_items WHERE tenant_id = :tenantId AND item < ${all.length}`,
      );
      expect(stored + parked).toBe(all.length);
      const parkedReports = await count(
        `SELECT COUNT(*) AS n FROM parked_items WHERE tenant_id = :tenantId
         AND item >= ${all.length} AND item < ${all.length + reports.length}`,
      );
      const waiting = await count('SELECT COUNT(*) AS n FROM parked_statuses WHERE tenant_id = :tenantId');
      expect(waiting + parkedReports).toBe(reports.length);
      const last = `SELECT COUNT(*) AS n FROM parked_items WHERE tenant_id = :tenantId AND kind = 'unknown_to_all'`;
      expect(await count(last)).toBe(1);
      for (const phone of GOOD) expect(await historyOf(workspace, phone)).toHaveLength(1);
    }),
    { ...propertyRuns(1, 20), endOnFailure: true },
  );
}, 600_000);

it('SEC-04: two numbers that are too large to be exact are not one id', async () => {
  const workspace = await createConnected();
  const raw = JSON.stringify(
    envelope({
      messages: [
        textMessage('15550144031', 'one', { id: 'FIRST' }),
        textMessage('15550144032', 'two', { id: 'SECOND' }),
        textMessage('15550144033', 'three', { id: 'wamid.taken' }),
        textMessage('15550144034', 'four', { id: 'wamid.taken' }),
      ],
    }),
  )
    .replace('"FIRST"', '12345678901234567891')
    .replace('"SECOND"', '12345678901234567892');
  expect(raw).toContain(demoAccount.phoneNumberId);
  await post(workspace, raw);
  await untilProcessed(workspace);
  const { data } = (await workspace.dashboard('GET', '/parked-items')).body;
  expect(data.map(({ reasonCode }: { reasonCode: string }) => reasonCode).toSorted()).toEqual([
    'id_taken',
    'text_length',
    'text_length',
  ]);
  const both = await Promise.all(['15550144033', '15550144034'].map((phone) => historyOf(workspace, phone)));
  expect(both.flat()).toHaveLength(1);
});
