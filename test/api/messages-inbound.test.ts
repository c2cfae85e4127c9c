import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { addTemplate } from '../helpers/templates.ts';

const contactId = '15550100123';
let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
  await messaging.hello(contactId);
});
afterAll(() => messaging.stop());

const media = { id: '610000000000001', mime_type: 'image/jpeg', sha256: 'x' };

/** A customer's payload for each type, and the fields that an integrator reads. */
const KINDS: [string, object, object][] = [
  ['image', { ...media, caption: 'My receipt' }, { caption: 'My receipt' }],
  ['video', media, { caption: null }],
  ['audio', { ...media, voice: true }, {}],
  [
    'document',
    { ...media, filename: 'order 17.pdf', caption: 'Signed' },
    { caption: 'Signed', filename: 'order 17.pdf' },
  ],
  ['sticker', { ...media, animated: false }, {}],
  ['location', { latitude: 12.3, longitude: -45.6, name: 'North Depot' }, {}],
  ['contacts', [{ name: { formatted_name: 'Depot Desk' } }], {}],
  ['button', { payload: 'CONFIRM_17', text: 'Yes, confirm' }, { content: 'Yes, confirm' }],
  [
    'interactive',
    { type: 'button_reply', button_reply: { id: 'a', title: 'Option A' } },
    { content: 'Option A' },
  ],
  ['interactive', { type: 'list_reply', list_reply: { id: 's', title: '14:00' } }, { content: '14:00' }],
  ['order', { catalog_id: '5', text: 'Today please', product_items: [] }, { content: 'Today please' }],
];

describe('an inbound message', () => {
  it.each(KINDS)('can be read: %s %j', async (type, payload, words) => {
    const platformId = await messaging.customer(contactId, type, payload);
    const message = await eventually(async () =>
      (await messaging.history(contactId)).find((one) => one.platformId === platformId),
    );
    const isFile = ['image', 'video', 'audio', 'document', 'sticker'].includes(type);
    const file = isFile ? { id: expect.stringMatching(/^med_/), mimeType: 'image/jpeg' } : null;
    const none = {
      content: null,
      caption: null,
      filename: null,
      media: file && expect.objectContaining(file),
      mediaUrl: null,
    };
    expect(message).toMatchObject({ direction: 'inbound', status: 'received', type, ...none, ...words });
    expect(message.payload).toMatchObject({ id: platformId, [type]: payload });
  });

  it('is previewed in the list by its caption or filename', async () => {
    const previewOf = async () => {
      const { data } = (await messaging.workspace.dashboard('GET', `/conversations?search=${contactId}`))
        .body;
      return [data[0].lastMessage.type, data[0].lastMessage.preview];
    };
    for (const [type, payload, preview] of [
      ['image', { ...media, caption: 'My receipt' }, 'My receipt'],
      ['document', { ...media, filename: 'order 17.pdf' }, 'order 17.pdf'],
      ['sticker', media, ''],
    ] as const) {
      await messaging.customer(contactId, type, payload);
      await eventually(async () => (await previewOf())[0] === type);
      expect(await previewOf()).toEqual([type, preview]);
    }
  });
});

it('the history is newest first, by page or by cursor, with the exact total', async () => {
  const phone = '15550100220';
  await addTemplate(messaging.platform, { name: 'm3' });
  await messaging.hello(phone, 'm0');
  const bodies = [
    { type: 'text', content: 'm1' },
    { type: 'image', mediaUrl: 'https://cdn.example/m2.png', caption: 'm2' },
    { type: 'template', templateName: 'm3', templateLanguage: 'en' },
    { type: 'document', mediaUrl: 'https://cdn.example/m4.pdf', filename: 'm4' },
  ];
  for (const body of bodies) await messaging.send({ contactId: phone, ...body });
  const page = async (query: string) =>
    (await messaging.workspace.api('GET', `/messages/${phone}?${query}`)).body;
  const words = (list: Record<string, string>[]) =>
    list.map((one) => one.filename ?? one.templateName ?? one.caption ?? one.content);
  const first = await page('page=1&limit=2');
  expect(words(first.data)).toEqual(['m4', 'm3']);
  expect(first.pagination).toMatchObject({ page: 1, limit: 2, total: 5, totalPages: 3 });
  expect(words((await page('page=3&limit=2')).data)).toEqual(['m0']);
  const next = await page(`limit=2&cursor=${encodeURIComponent(first.pagination.nextCursor)}`);
  expect(words(next.data)).toEqual(['m2', 'm1']);
  expect((await page('page=9&limit=2')).data).toEqual([]);
});
