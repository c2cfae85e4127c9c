import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { addTemplate, templateBody } from '../helpers/templates.ts';

let messaging: Messaging;
const contactId = '15550100123';
beforeAll(async () => {
  messaging = await startMessaging();
  // On a busy machine, a message could otherwise be delivered before its response says `sent`.
  await messaging.platform.configure({ deliveredDelayMs: [2_000, 3_000] });
  const { platform } = messaging;
  await addTemplate(platform, { name: 'hello' });
  await addTemplate(platform, {
    name: 'order_update',
    components: [
      { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['sample'] } },
      templateBody('Order {{1}} costs {{2}} and comes on {{3}}, as agreed.', '17', '€ 5', 'Friday'),
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Track',
            url: 'https://shop.example/{{1}}',
            example: ['https://shop.example/17'],
          },
          { type: 'QUICK_REPLY', text: 'Fine' },
          { type: 'COPY_CODE', example: 'X1' },
        ],
      },
    ],
  });
  await messaging.hello(contactId);
});
afterAll(() => messaging.stop());

const link = 'https://cdn.example/files/one';
const components = [
  { type: 'header', parameters: [{ type: 'document', document: { link, filename: 'order.pdf' } }] },
  {
    type: 'body',
    parameters: [
      { type: 'text', text: '17' },
      { type: 'currency', currency: { fallback_value: '€ 5', code: 'EUR', amount_1000: 5_000 } },
      { type: 'date_time', date_time: { fallback_value: 'Friday' } },
    ],
  },
  { type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: '17' }] },
  { type: 'button', sub_type: 'quick_reply', index: '1', parameters: [{ type: 'payload', payload: 'YES' }] },
  {
    type: 'button',
    sub_type: 'copy_code',
    index: 2,
    parameters: [{ type: 'coupon_code', coupon_code: 'X1' }],
  },
];
const named = (fields: object) => ({
  type: 'body',
  parameters: Object.entries(fields).map(([name, text]) => ({ type: 'text', parameter_name: name, text })),
});
const namedComponents = [
  { ...named({ order_no: '17' }), type: 'header' },
  named({ first_name: 'Ada', day: 'Friday', from: '14', to: '16' }),
];

const BUTTONS = {
  type: 'button',
  header: { type: 'text', text: 'Order 17' },
  body: { text: 'Send it now?' },
  footer: { text: 'Depot Ltd' },
  action: {
    buttons: [
      { type: 'reply', reply: { id: 'yes', title: 'Yes' } },
      { type: 'reply', reply: { id: 'no', title: 'No' } },
    ],
  },
};
const LIST = {
  type: 'list',
  body: { text: 'Pick a slot' },
  action: {
    button: 'Slots',
    sections: [
      { title: 'Today', rows: [{ id: 'slot-1', title: '13:00', description: 'North Depot' }] },
      { title: 'Tomorrow', rows: [{ id: 'slot-2', title: '09:00' }] },
    ],
  },
};
const LINK = {
  type: 'cta_url',
  header: { type: 'image', image: { link } },
  body: { text: 'Follow your parcel' },
  action: { name: 'cta_url', parameters: { display_text: 'Track', url: 'https://shop.example/17' } },
};
const PLACE = { latitude: 41.1579, longitude: -8.6291, name: 'North Depot', address: '1 Harbour Road' };
const CARD = {
  name: { formatted_name: 'Depot Office' },
  org: { company: 'Depot Ltd' },
  birthday: '1990-01-31',
  phones: [{ phone: '+1 555 010 0199', type: 'WORK', wa_id: '15550100199' }],
  emails: [{ email: 'hello@depot.example' }],
  urls: [{ url: 'https://depot.example/', type: 'WORK' }],
  addresses: [{ street: '1 Harbour Road', city: 'Porto' }],
};

/** The fields to send, the payload that the platform receives, and fields that the record adds or changes. */
const KINDS: [string, object, object, object?][] = [
  ['text', { content: 'Hi 👋' }, { body: 'Hi 👋', preview_url: true }],
  ['image', { mediaUrl: link, caption: 'Front' }, { link, caption: 'Front' }],
  ['image', { mediaUrl: link, caption: '' }, { link }, { caption: null }],
  ['video', { mediaUrl: link, caption: 'Demo' }, { link, caption: 'Demo' }],
  ['audio', { mediaUrl: link }, { link }],
  ['sticker', { mediaUrl: link }, { link }],
  [
    'document',
    { mediaUrl: link, caption: 'Yours', filename: 'invoice 17.pdf' },
    { link, caption: 'Yours', filename: 'invoice 17.pdf' },
  ],
  [
    'template',
    { templateName: 'hello_world', templateLanguage: 'en_US' },
    { name: 'hello_world', language: { code: 'en_US' } },
  ],
  [
    'template',
    { templateName: 'order_update', templateLanguage: 'en', components },
    {
      name: 'order_update',
      language: { code: 'en' },
      components: components.map((one) => ('index' in one ? { ...one, index: String(one.index) } : one)),
    },
  ],
  [
    'template',
    { templateName: 'delivery_window', templateLanguage: 'en', components: namedComponents },
    { name: 'delivery_window', language: { code: 'en' }, components: namedComponents },
  ],
  ...[BUTTONS, LIST, LINK].map((interactive): [string, object, object, object] => [
    'interactive',
    { interactive },
    interactive,
    { interactive: undefined, content: interactive.body.text, payload: { type: 'interactive', interactive } },
  ]),
  [
    'location',
    { location: PLACE },
    PLACE,
    {
      ...{ location: undefined, content: null, payload: { type: 'location', location: PLACE } },
      inbound: { location: { ...PLACE, url: null }, cards: null },
    },
  ],
  [
    'contacts',
    { contacts: [CARD] },
    [{ ...CARD, name: { formatted_name: 'Depot Office', first_name: 'Depot Office' } }],
    {
      ...{ contacts: undefined, content: null, payload: { type: 'contacts', contacts: [CARD] } },
      inbound: {
        location: null,
        cards: [
          {
            ...{ name: 'Depot Office', organization: 'Depot Ltd', birthday: '1990-01-31' },
            phones: [{ phone: '+1 555 010 0199', type: 'WORK', waId: '15550100199' }],
            emails: [{ email: 'hello@depot.example', type: null }],
            urls: [{ url: 'https://depot.example/', type: 'WORK' }],
            addresses: [{ address: '1 Harbour Road, Porto', type: null }],
          },
        ],
      },
    },
  ],
];

describe('a message of every type', () => {
  for (const [type, fields, payload, record = {}] of KINDS) {
    // At the same time, because each waits for its delivery.
    it.concurrent(`${type} ${JSON.stringify(fields).slice(0, 60)} reaches the phone as requested`, async () => {
      const { status, body } = await messaging.send({ contactId, type, ...fields });
      expect(body.error?.details ?? null).toBeNull();
      expect(status).toBe(201);
      const wanted = {
        type,
        status: 'sent',
        direction: 'outbound',
        warnings: [],
        reactions: [],
        ...fields,
        ...record,
      };
      expect(body).toMatchObject(JSON.parse(JSON.stringify(wanted)));
      expect(await messaging.callsOf(body.id)).toEqual([
        {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: '+15550100123',
          type,
          [type]: payload,
          biz_opaque_callback_data: body.id,
        },
      ]);
      const delivered = await eventually(async () => {
        const message = await messaging.message(contactId, body.id);
        return message.status === 'delivered' && message;
      });
      expect(delivered).toMatchObject(
        JSON.parse(JSON.stringify({ ...wanted, status: 'delivered', error: null })),
      );
    });
  }

  it('with a choice gets an answer that names what was chosen and the message that it answers', async () => {
    const { body } = await messaging.send({ contactId, type: 'interactive', interactive: LIST });
    const list_reply = { id: 'slot-1', title: '13:00', description: 'North Depot' };
    const id = await messaging.customer(
      contactId,
      'interactive',
      { type: 'list_reply', list_reply },
      { replyTo: body.platformId },
    );
    const answer = await eventually(async () =>
      (await messaging.history(contactId)).find(({ platformId }) => platformId === id),
    );
    expect(answer).toMatchObject({
      ...{ type: 'interactive', direction: 'inbound', content: '13:00', replyTo: body.id },
      inbound: { choice: { kind: 'list', ...list_reply } },
    });
  });

  it('has every field in its record, null where its type has none', async () => {
    const { body } = await messaging.send({ contactId, type: 'sticker', mediaUrl: link });
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['id', 'contactId', 'contact', 'direction', 'type', 'status', 'content', 'templateName'],
        ...['templateLanguage', 'components', 'mediaUrl', 'caption', 'filename', 'media', 'replyTo'],
        ...['reactions', 'platformId', 'error', 'warnings', 'payload', 'createdAt', 'sentAt', 'deliveredAt'],
        ...['readAt', 'failedAt', 'sendAt', 'inbound', 'edits', 'editedAt', 'revokedAt', 'sentBy'],
      ].sort(),
    );
    expect(body).toMatchObject({
      content: null,
      caption: null,
      filename: null,
      components: null,
      media: null,
    });
  });
});

describe('responses of the platform', () => {
  it('outside the reply window, a template has no warning and a file has one', async () => {
    await messaging.workspace.api('POST', '/contacts', { name: 'Silent', phone: '15550100200' });
    const to = { contactId: '15550100200' };
    const file = await messaging.send({ ...to, type: 'image', mediaUrl: link });
    expect(file.body).toMatchObject({ status: 'sent', warnings: ['window_closed'] });
    await eventually(
      async () => (await messaging.message(to.contactId, file.body.id)).error?.code === '131047',
    );
    expect(await messaging.message(to.contactId, file.body.id)).toMatchObject({ status: 'sent' });
    const template = { ...to, type: 'template', templateName: 'hello_world', templateLanguage: 'en_US' };
    const { body } = await messaging.send(template);
    expect(body).toMatchObject({ status: 'sent', warnings: [], error: null });
    await eventually(async () => (await messaging.message(to.contactId, body.id)).status === 'delivered');
  });

  it('a failed template can be retried from the inbox, also outside the reply window', async () => {
    await messaging.platform.configure({ nextSends: [132001] });
    const template = { type: 'template', templateName: 'hello', templateLanguage: 'en' };
    const { body } = await messaging.send({ contactId: '15550100200', ...template });
    expect(body.status).toBe('failed');
    const retried = await messaging.workspace.dashboard('POST', `/messages/${body.id}/retry`);
    expect(retried.status).toBe(200);
    await eventually(async () => (await messaging.message('15550100200', body.id)).status === 'delivered');
  });

  it.each([
    [132000, /number of parameters/],
    [132001, /no approved template/],
    [132012, /wrong type or format/],
  ])('a template error, %i, becomes a failed message with a helpful explanation', async (code, words) => {
    await messaging.platform.configure({ nextSends: [code] });
    const template = { contactId, type: 'template', templateName: 'hello', templateLanguage: 'en' };
    const { body } = await messaging.send(template);
    expect(body).toMatchObject({
      status: 'failed',
      error: { code: String(code), message: expect.stringMatching(words), details: expect.any(String) },
    });
  });

  it('a later file error, 131053, does too', async () => {
    const number = '15550131053';
    await messaging.hello(number);
    const { body } = await messaging.send({ contactId: number, type: 'video', mediaUrl: link });
    const failed = await eventually(async () => {
      const message = await messaging.message(number, body.id);
      return message.status === 'failed' && message;
    });
    expect(failed.error).toMatchObject({ code: '131053', message: expect.stringMatching(/without a login/) });
  });

  it('an error about a line break in a parameter of an unknown template is passed on', async () => {
    const parameters = [{ type: 'text', text: 'a\nb' }];
    const { body } = await messaging.send({
      ...{ contactId, type: 'template', templateName: 'unheard_of', templateLanguage: 'en' },
      components: [{ type: 'body', parameters }],
    });
    expect(body).toMatchObject({ status: 'failed', error: { code: '132012' } });
    expect(body.error.details).toMatch(/new-line/);
  });
});
