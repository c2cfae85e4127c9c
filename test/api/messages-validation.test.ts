import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
  await messaging.hello('15550100123');
});
afterAll(() => messaging.stop());

const stored = async () => {
  const sql = 'SELECT COUNT(*) AS n FROM messages WHERE tenant_id = :t';
  const { scope } = messaging.workspace;
  const [row] = await messaging.server.container.database.select<{ n: number }>(sql, { t: scope.key });
  return Number(row?.n);
};

const to = { contactId: '15550100123' };
const mediaUrl = 'https://cdn.example/a.bin';
const text = { ...to, type: 'text', content: 'hi' };
const template = { ...to, type: 'template', templateName: 'hello_world', templateLanguage: 'en_US' };
const image = { ...to, type: 'image', mediaUrl };
const without = (body: object, ...keys: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));
const words = (parameter: object) => [{ type: 'body', parameters: [parameter] }];
const button = { type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: 'x' }] };

const interactive = { ...to, type: 'interactive' };
const reply = (id: string, title = id) => ({ type: 'reply', reply: { id, title } });
const buttons = (...replies: object[]) => ({
  ...{ type: 'button', body: { text: 'Sure?' } },
  action: { buttons: replies },
});
const card = { name: { formatted_name: 'Ada' } };

/** A body, the paths of its errors, and a pattern for the message of each. */
const INVALID: [string, object, Record<string, RegExp>][] = [
  ['nothing', {}, { type: /one of text, template/, contactId: /is required/ }],
  ['an unknown type', { ...to, type: 'pigeon' }, { type: /is not a type of message: one of/ }],
  [
    'an unknown type and other errors',
    { type: 'pigeon', content: ' ', to: 'x' },
    { type: /one of/, contactId: /is required/, content: /must not be blank/, to: /not a known field/ },
  ],
  ['a type of another kind', { ...to, type: 5 }, { type: /one of/ }],
  ['text without content', without(text, 'content'), { content: /is required: the text/ }],
  ['text with empty content', { ...text, content: '' }, { content: /must not be/ }],
  ['text that is blank', { ...text, content: ' \n' }, { content: /must not be blank/ }],
  ['text of 4,097 characters', { ...text, content: 'x'.repeat(4_097) }, { content: /at most 4096/ }],
  ['text that is a list', { ...text, content: ['a'] }, { content: /must be of type string/ }],
  [
    'text with fields of other types',
    { ...text, caption: 'x', mediaUrl, templateName: 'x', filename: 'x', components: [] },
    {
      caption: /does not belong to type text, only to image, video, document, media/,
      mediaUrl: /does not belong to type text, only to image, video, audio, document, sticker, media/,
      templateName: /only to template/,
      filename: /only to document, media/,
      components: /only to template/,
    },
  ],
  ['text with an unknown field', { ...text, mediaURL: mediaUrl }, { mediaURL: /not a known field/ }],
  [
    'a reply to something that is not an id',
    { ...text, replyTo: 'wamid.A' },
    { replyTo: /starts with msg_/ },
  ],
  [
    'a template without its fields',
    { ...to, type: 'template' },
    { templateName: /is required/, templateLanguage: /is required/ },
  ],
  [
    'a template with a display name',
    { ...template, templateName: 'Hello World' },
    { templateName: /lowercase/ },
  ],
  ['a language with a dash', { ...template, templateLanguage: 'en-US' }, { templateLanguage: /underscore/ }],
  ['a template with content', { ...template, content: 'x' }, { content: /only to text/ }],
  ['components that are no list', { ...template, components: {} }, { components: /must be of type array/ }],
  [
    'components of unknown types',
    { ...template, components: [{ type: 'PIGEON' }, {}, 5] },
    {
      'components.0.type': /must be one of header, body, button/,
      'components.1.type': /is required: one of/,
      'components.2': /must be of type object/,
    },
  ],
  [
    'a body without parameters',
    { ...template, components: [{ type: 'body' }] },
    { 'components.0.parameters': /is required/ },
  ],
  [
    'a body with an empty list',
    { ...template, components: [{ type: 'body', parameters: [] }] },
    { 'components.0.parameters': /leave the component out/ },
  ],
  [
    'a text parameter without text',
    { ...template, components: words({ type: 'text' }) },
    { 'components.0.parameters.0.text': /is required/ },
  ],
  [
    'an image in the body',
    { ...template, components: words({ type: 'image' }) },
    { 'components.0.parameters.0.type': /text, currency, date_time/ },
  ],
  [
    'an unknown field of a parameter',
    { ...template, components: words({ type: 'text', text: 'x', name: 'y' }) },
    { 'components.0.parameters.0.name': /not a known field/ },
  ],
  [
    'a currency without its parts',
    { ...template, components: words({ type: 'currency', currency: { code: 'euro' } }) },
    {
      'components.0.parameters.0.currency.fallback_value': /is required/,
      'components.0.parameters.0.currency.code': /such as EUR/,
      'components.0.parameters.0.currency.amount_1000': /is required/,
    },
  ],
  [
    'a header with a private login in its link',
    {
      ...template,
      components: [
        {
          type: 'header',
          parameters: [{ type: 'image', image: { link: 'https://me:secret@cdn.example/a' } }],
        },
      ],
    },
    { 'components.0.parameters.0.image.link': /user name or password/ },
  ],
  [
    'two bodies',
    {
      ...template,
      components: [...words({ type: 'text', text: 'x' }), ...words({ type: 'text', text: 'y' })],
    },
    { 'components.1': /second body/ },
  ],
  [
    'two buttons in one place',
    { ...template, components: [button, { ...button, index: '0' }] },
    { 'components.1': /second button 0/ },
  ],
  [
    'a button without its place',
    { ...template, components: [without(button, 'index')] },
    { 'components.0.index': /from 0 to 9/ },
  ],
  [
    'a button beyond the tenth',
    { ...template, components: [{ ...button, index: 10 }] },
    { 'components.0.index': /from 0 to 9/ },
  ],
  [
    'a button of an unknown kind',
    { ...template, components: [{ ...button, sub_type: 'call' }] },
    { 'components.0.sub_type': /quick_reply, url/ },
  ],
  [
    'a parameter that does not fit its button',
    { ...template, components: [{ ...button, sub_type: 'quick_reply' }] },
    { 'components.0.parameters.0.type': /must be one of payload/ },
  ],
  [
    'too many components',
    { ...template, components: Array.from({ length: 15 }, () => button) },
    { components: /at most 14/ },
  ],
  ['a file without its address', without(image, 'mediaUrl'), { mediaUrl: /is required: the public/ }],
  ['an address that is not a web URL', { ...image, mediaUrl: 'ftp://cdn.example/a' }, { mediaUrl: /http/ }],
  ['a script as an address', { ...image, mediaUrl: 'javascript:alert(1)' }, { mediaUrl: /http/ }],
  ['an address without a host', { ...image, mediaUrl: 'https://' }, { mediaUrl: /http/ }],
  [
    'an address with a login',
    { ...image, mediaUrl: 'https://u:p@cdn.example/a' },
    { mediaUrl: /user name or password/ },
  ],
  [
    'an address with a hidden login',
    { ...image, mediaUrl: 'https://u@cdn.example\\@x/a' },
    { mediaUrl: /user name/ },
  ],
  ['an address with blanks', { ...image, mediaUrl: 'https://cdn.example/a b' }, { mediaUrl: /%20/ }],
  [
    'an address of 2,049 characters',
    { ...image, mediaUrl: `https://cdn.example/${'x'.repeat(2_029)}` },
    { mediaUrl: /at most 2048/ },
  ],
  ['a caption of 1,025 characters', { ...image, caption: 'x'.repeat(1_025) }, { caption: /at most 1024/ }],
  ['an image with a file name', { ...image, filename: 'a.png' }, { filename: /only to document, media/ }],
  [
    'audio with a caption',
    { ...image, type: 'audio', caption: 'x' },
    { caption: /does not belong to type audio/ },
  ],
  [
    'a sticker with a caption',
    { ...image, type: 'sticker', caption: 'x' },
    { caption: /does not belong to type sticker/ },
  ],
  ['a video with content', { ...image, type: 'video', content: 'x' }, { content: /only to text/ }],
  [
    'a document with an empty name',
    { ...image, type: 'document', filename: ' ' },
    { filename: /must not be empty/ },
  ],
  [
    'a list beyond its limits',
    {
      ...to,
      type: 'interactive',
      interactive: {
        ...{
          type: 'list',
          header: { type: 'image', image: { link: mediaUrl } },
          body: { text: 'x'.repeat(1_025) },
        },
        action: {
          button: 'x'.repeat(21),
          sections: [
            { title: 'x'.repeat(25), rows: [{ id: 'x'.repeat(201), title: 'x'.repeat(25) }] },
            { title: 'B', rows: [] },
          ],
        },
      },
    },
    {
      'interactive.header.type': /text/,
      'interactive.header.text': /is required|must be of type/,
      'interactive.header.image': /not a known field/,
      'interactive.body.text': /at most 1024/,
      'interactive.action.button': /at most 20/,
      'interactive.action.sections.0.title': /at most 24/,
      'interactive.action.sections.0.rows.0.id': /at most 200/,
      'interactive.action.sections.0.rows.0.title': /at most 24/,
      'interactive.action.sections.1.rows': /at least one row/,
    },
  ],
  [
    'a list with eleven rows, one id twice and a section without a title',
    {
      ...interactive,
      interactive: {
        ...{ type: 'list', body: { text: 'Pick' } },
        action: {
          button: 'Open',
          sections: [
            { title: 'A', rows: Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, title: 'x' })) },
            { rows: [{ id: '3', title: 'x' }] },
          ],
        },
      },
    },
    {
      'interactive.action.sections': /at most 10 rows together/,
      'interactive.action.sections.1.title': /more than one section/,
      'interactive.action.sections.1.rows.0.id': /earlier row/,
    },
  ],
  [
    'buttons with the same id and title',
    { ...interactive, interactive: buttons(reply('a', 'Yes'), reply('a', 'Yes')) },
    {
      'interactive.action.buttons.1.reply.id': /earlier button/,
      'interactive.action.buttons.1.reply.title': /earlier button/,
    },
  ],
  [
    'four buttons',
    { ...interactive, interactive: buttons(reply('a'), reply('b'), reply('c'), reply('d')) },
    { 'interactive.action.buttons': /at most 3 buttons/ },
  ],
  [
    'an interactive message of an unknown type',
    { ...interactive, interactive: { type: 'flow', body: { text: 'x' } } },
    { 'interactive.type': /one of button, list, cta_url/ },
  ],
  [
    'a link button that opens no web page',
    {
      ...interactive,
      interactive: {
        ...{ type: 'cta_url', body: { text: ' ' }, footer: { text: 'x'.repeat(61) } },
        action: { name: 'cta_url', parameters: { display_text: '', url: 'tel:+15550100123' } },
      },
    },
    {
      'interactive.body.text': /must not be blank/,
      'interactive.footer.text': /at most 60/,
      'interactive.action.parameters.display_text': /must not be empty/,
      'interactive.action.parameters.url': /http/,
    },
  ],
  [
    'buttons with content',
    { ...interactive, interactive: buttons(reply('a')), content: 'x' },
    { content: /only to text/ },
  ],
  [
    'a place that is not on earth',
    { ...to, type: 'location', location: { latitude: 90.1, longitude: '8 east', name: 'x'.repeat(1_001) } },
    {
      'location.latitude': /from -90 to 90/,
      'location.longitude': /must be of type number/,
      'location.name': /at most 1000/,
    },
  ],
  ['a location without its place', { ...to, type: 'location' }, { location: /is required/ }],
  [
    'six contact cards',
    { ...to, type: 'contacts', contacts: Array(6).fill(card) },
    { contacts: /at most 5/ },
  ],
  [
    'a contact card without a name, with an invalid birthday and number',
    {
      ...{ ...to, type: 'contacts' },
      contacts: [{ name: {}, birthday: '31.1.1990', phones: [{ phone: '+1', wa_id: '+1 555' }], photo: 'x' }],
    },
    {
      'contacts.0.name.formatted_name': /is required|must be of type string/,
      'contacts.0.birthday': /such as 1990-01-31/,
      'contacts.0.phones.0.wa_id': /digits only/,
      'contacts.0.photo': /not a known field/,
    },
  ],
  ['media without an address', { ...to, type: 'media' }, { mediaUrl: /is required/ }],
];

describe('an invalid message is rejected with all errors, and nothing is stored', () => {
  it.each(INVALID)('%s', async (_what, body, errors) => {
    const before = await stored();
    const answer = await messaging.send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('validation_failed');
    const details: { path: string; message: string }[] = answer.body.error.details;
    expect(details.map(({ path }) => path).sort()).toEqual(Object.keys(errors).sort());
    for (const { path, message } of details) expect(message, path).toMatch(errors[path] ?? /never/);
    expect(await stored()).toBe(before);
  });

  it('a message to an unknown contact is a 404', async () => {
    const before = await stored();
    expect((await messaging.send({ ...image, contactId: '15550109999' })).body.error.code).toBe(
      'contact_not_found',
    );
    expect(await stored()).toBe(before);
  });
});
