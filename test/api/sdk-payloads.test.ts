import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { setUpTemplates } from '../helpers/template-mirror.ts';
import { addTemplate, templateBody } from '../helpers/templates.ts';
import { bearer, call } from '../helpers/test-server.ts';

const rig = setUpTemplates();
const phone = '15550100377';

/** Templates whose parameters the libraries of the platform spell in their own ways. */
const TEMPLATES: Record<string, object[]> = {
  brochure: [
    { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['x'] } },
    templateBody('Read on.'),
  ],
  shop: [{ type: 'HEADER', format: 'LOCATION' }, templateBody('We are here.')],
  coupon: [
    templateBody('For {{1}} only.', 'Ada'),
    { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'HELLO10' }] },
  ],
  offer: [
    templateBody('For {{1}} only.', 'Ada'),
    { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Ends soon', has_expiration: true } },
  ],
  cards: [
    templateBody('See what is new.'),
    { type: 'CAROUSEL', cards: [{ components: [templateBody('{{1}} is new.', 'A lamp')] }] },
  ],
};

beforeAll(async () => {
  // A message that is delivered while its send is answered would be answered as delivered.
  await rig.messaging.platform.configure({ deliveredDelayMs: [60_000, 60_000] });
  await rig.messaging.workspace.api('POST', '/contacts', { phone });
  for (const [name, components] of Object.entries(TEMPLATES))
    await addTemplate(rig.messaging.platform, { name, components });
  await rig.syncNow();
});

const send = (templateName: string, components: object[]) =>
  rig.messaging.send({
    contactId: phone,
    type: 'template',
    templateName,
    templateLanguage: 'en',
    components,
  });

/** Returns the components as the platform got them. */
async function received(id: string): Promise<Json[]> {
  const [sent] = await eventually(async () => {
    const calls = await rig.messaging.callsOf(id);
    return calls.length > 0 && calls;
  });
  return sent.template.components;
}

const text = (value: string) => ({ type: 'text', text: value });
const copyCode = { index: '0', parameters: [{ type: 'coupon_code', coupon_code: 'HELLO10' }] };

describe('a template as the libraries of the platform send it', () => {
  it('has types in capitals', async () => {
    const { status, body } = await send('coupon', [
      { type: 'BODY', parameters: [text('Ada')] },
      { type: 'BUTTON', sub_type: 'COPY_CODE', ...copyCode },
    ]);
    expect([status, body.status]).toEqual([201, 'sent']);
    expect(await received(body.id)).toEqual([
      { type: 'body', parameters: [text('Ada')] },
      { type: 'button', sub_type: 'copy_code', ...copyCode },
    ]);
  });

  it('has the degrees of a place as texts', async () => {
    const location = { latitude: '37.483307', longitude: '-122.148981', name: 'Shop', address: '1 Main St' };
    const { status, body } = await send('shop', [
      { type: 'header', parameters: [{ type: 'location', location }] },
    ]);
    expect([status, body.status]).toEqual([201, 'sent']);
    expect(await received(body.id)).toMatchObject([
      { parameters: [{ location: { ...location, latitude: 37.483307, longitude: -122.148981 } }] },
    ]);
    const wrong = await send('shop', [
      {
        type: 'header',
        parameters: [{ type: 'location', location: { latitude: '200', longitude: 'east' } }],
      },
    ]);
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.details.map((one: Json) => one.path)).toContain(
      'components.0.parameters.0.location.longitude',
    );
  });

  it('has the id of a file uploaded to this server, or to the platform', async () => {
    const { server, workspace } = rig.messaging;
    const { body: file } = await call(`${server.url}/api/v1/media?filename=a.pdf`, {
      method: 'POST',
      body: new Blob(['%PDF-1.7 a brochure'], { type: 'application/pdf' }),
      headers: bearer(workspace.key),
    });
    const header = (document: object) => [{ type: 'header', parameters: [{ type: 'document', document }] }];
    const first = await send('brochure', header({ id: file.id, filename: 'Brochure.pdf' }));
    expect(first.body).toMatchObject({ status: 'sent', media: { id: file.id, state: 'ready' } });
    const [part] = await received(first.body.id);
    const { id, filename } = part.parameters[0].document;
    expect([filename, id]).toEqual(['Brochure.pdf', expect.stringMatching(/^\d+$/)]);
    // The platform's own id, as a program that uploads there itself has it.
    const second = await send('brochure', header({ id }));
    expect(second.body).toMatchObject({ status: 'sent', media: null });
    expect(await received(second.body.id)).toMatchObject([{ parameters: [{ document: { id } }] }]);

    const again = await send('brochure', header({ id: file.id }));
    expect([again.status, again.body.error.code]).toEqual([409, 'media_already_sent']);
    for (const [document, path] of [
      [{}, 'link'],
      [{ id, link: 'https://cdn.example/a.pdf' }, 'id'],
      [{ id: 'me' }, 'id'],
    ] as const) {
      const { status, body } = await send('brochure', header(document));
      expect([status, body.error.details[0].path]).toEqual([
        400,
        `components.0.parameters.0.document.${path}`,
      ]);
    }
  });

  it('has the cards of a carousel, and the end of an offer', async () => {
    const card = (card_index: number) => ({
      card_index,
      components: [{ type: 'body', parameters: [text('A lamp')] }],
    });
    const cards = [{ type: 'carousel', cards: [card(0), card(1)] }];
    const carousel = await send('cards', cards);
    expect([carousel.status, carousel.body.status]).toEqual([201, 'sent']);
    expect(await received(carousel.body.id)).toEqual(cards);
    const twice = await send('cards', [{ type: 'carousel', cards: [card(1), card(1)] }]);
    expect(twice.body.error.details).toMatchObject([{ path: 'components.0.cards.1.card_index' }]);

    const offer = [
      { type: 'body', parameters: [text('Ada')] },
      {
        type: 'limited_time_offer',
        parameters: [
          { type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: 1_797_000_000_000 } },
        ],
      },
    ];
    const limited = await send('offer', offer);
    expect([limited.status, limited.body.status]).toEqual([201, 'sent']);
    expect(await received(limited.body.id)).toEqual(offer);
  });
});

it('the preview of a link can be switched off, and stays as it was for those who say nothing', async () => {
  await rig.messaging.hello(phone);
  for (const [given, expected] of [
    [{}, true],
    [{ previewUrl: true }, true],
    [{ previewUrl: false }, false],
  ] as const) {
    const { body } = await rig.messaging.send({
      contactId: phone,
      type: 'text',
      content: 'See https://shop.example',
      ...given,
    });
    const [sent] = await eventually(async () => {
      const calls = await rig.messaging.callsOf(body.id);
      return calls.length > 0 && calls;
    });
    expect(sent.text).toEqual({ body: 'See https://shop.example', preview_url: expected });
  }
});

it('an interactive message has a file of this server in its header', async () => {
  const { server, workspace } = rig.messaging;
  await rig.messaging.hello(phone);
  const { body: file } = await call(`${server.url}/api/v1/media?filename=b.pdf`, {
    method: 'POST',
    body: new Blob(['%PDF-1.7 another one'], { type: 'application/pdf' }),
    headers: bearer(workspace.key),
  });
  const interactive = (type: string) => ({
    type: 'button',
    header: { type, [type]: { id: file.id } },
    body: { text: 'Do you like it?' },
    action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
  });
  const wrong = await rig.messaging.send({
    contactId: phone,
    type: 'interactive',
    interactive: interactive('image'),
  });
  expect(wrong.body.error.details).toMatchObject([{ path: 'interactive' }]);
  const { body } = await rig.messaging.send({
    contactId: phone,
    type: 'interactive',
    interactive: interactive('document'),
  });
  expect(body).toMatchObject({ status: 'sent', media: { id: file.id } });
  const [sent] = await rig.messaging.callsOf(body.id);
  expect(sent.interactive.header).toEqual({
    type: 'document',
    document: { id: expect.stringMatching(/^\d+$/) },
  });
});
