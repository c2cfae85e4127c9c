import fc from 'fast-check';
import { type Json, writeJson } from './hostile-values.ts';
import { damaged } from './json-tree.ts';

/** A valid message of each type that the platform sends. */
const MESSAGES: readonly { [name: string]: Json }[] = [
  { type: 'text', text: { body: 'Hello' }, context: { from: '15550109000', id: 'wamid.fuzz1' } },
  {
    type: 'image',
    image: { id: '610000000000001', mime_type: 'image/jpeg', sha256: 'AAA=', caption: 'Receipt' },
  },
  {
    type: 'location',
    location: { latitude: 12.3, longitude: -45.6, name: 'Depot', address: '1 Harbour Road' },
  },
  { type: 'contacts', contacts: [{ name: { formatted_name: 'Desk' }, phones: [{ phone: '+15550100199' }] }] },
  { type: 'button', button: { payload: 'CONFIRM', text: 'Yes' }, context: { id: 'wamid.fuzz2' } },
  { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'a', title: 'A' } } },
  { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'b', title: 'B' } } },
  { type: 'reaction', reaction: { message_id: 'wamid.fuzz3', emoji: '👍' } },
  { type: 'order', order: { catalog_id: '5', product_items: [{ quantity: 2, item_price: 30 }] } },
  { type: 'system', system: { type: 'user_changed_number', wa_id: '15550100456', body: 'changed' } },
  { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown' }] },
  {
    type: 'edit',
    edit: { original_message_id: 'wamid.fuzz1', message: { type: 'text', text: { body: 'x' } } },
  },
  { type: 'request_welcome' },
];

const number = fc.nat({ max: 60 });
const second = fc.integer({ min: 1_767_000_000, max: 1_767_100_000 }).map(String);
const waId = number.map((index) => `1555017${String(index).padStart(4, '0')}`);
const platformId = number.map((index) => `wamid.fuzz${index}`);

const message: fc.Arbitrary<Json> = fc
  .tuple(fc.constantFrom(...MESSAGES), waId, platformId, second)
  .map(([content, from, id, timestamp]) => ({ ...content, from, id, timestamp }));
const status: fc.Arbitrary<Json> = fc
  .tuple(
    fc.constantFrom('sent', 'delivered', 'read', 'failed', 'played', 'deleted'),
    waId,
    platformId,
    second,
  )
  .map(([status, recipient_id, id, timestamp]) => ({
    id,
    status,
    timestamp,
    recipient_id,
    errors: [{ code: 131047, title: 'Re-engagement message', error_data: { details: 'Older.' } }],
  }));

/** Generates callbacks for one number, most with errors at any level. */
export function callbackBodies(phoneNumberId: string): fc.Arbitrary<Buffer> {
  const value = fc.tuple(fc.array(message, { maxLength: 3 }), fc.array(status, { maxLength: 3 }), waId).map(
    ([messages, statuses, wa_id]): Json => ({
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15550109000', phone_number_id: phoneNumberId },
      contacts: [{ wa_id, profile: { name: 'Customer' } }],
      messages,
      statuses,
    }),
  );
  const callback = fc
    .tuple(value, fc.nat())
    // The time makes each of them new: identical callbacks are stored once.
    .map(
      ([value, time]): Json => ({
        object: 'whatsapp_business_account',
        entry: [{ id: '900000000000001', time, changes: [{ field: 'messages', value }] }],
      }),
    );
  return fc
    .oneof({ weight: 1, arbitrary: callback }, { weight: 4, arbitrary: damaged(callback) })
    .map((body) => Buffer.from(writeJson(body)));
}
