import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { addTemplate, templateBody } from '../helpers/templates.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let platform: TestPlatform;
let workspace: TestWorkspace;
beforeAll(async () => {
  platform = await startPlatform({ sentDelayMs: [5, 10], deliveredDelayMs: [5, 20] });
  server = await startTestServer({ GRAPH_URL: platform.url });
  await addTemplate(platform, {
    name: 'spring',
    category: 'MARKETING',
    components: [templateBody('Hi {{1}}!', 'Ada')],
  });
  await addTemplate(platform, { name: 'note', category: 'UTILITY' });
  workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  await workspace.dashboard('POST', '/template-sync');
  await eventually(async () => (await workspace.api('GET', '/templates?search=note')).body.data.length > 0);
  for (const [index, phone] of PHONES.entries())
    await workspace.api('POST', '/contacts', { phone, name: index === 0 ? 'Ada Lovelace' : '' });
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
  expect(trippedStatements).toEqual([]);
});

/** Two of Brazil, one of Germany, one of Canada, and one of the United States that no area has. */
const PHONES = ['5511987650001', '5592987650002', '4917012345601', '14165550101', '15550000101'];

const text = (value: string) => [{ type: 'body', parameters: [{ type: 'text', text: value }] }];
const spring = { name: 'spring', language: 'en', components: text('{{contact.first_name|there}}') };

async function previewOf(template: object) {
  const { body } = await workspace.dashboard('POST', '/broadcast-preview', {
    ...{ template, audience: { all: true } },
  });
  return body;
}

it('estimates the cost by country and category from the prices of the workspace', async () => {
  expect((await previewOf(spring)).cost).toBeNull();
  const prices = {
    currency: 'USD',
    rows: [
      { country: null, marketing: 0.06, utility: null, authentication: null },
      { country: 'BR', marketing: 0.0625, utility: 0.008, authentication: null },
      { country: 'DE', marketing: 0.1365, utility: 0.055, authentication: null },
    ],
  };
  const stored = await workspace.dashboard('PUT', '/broadcast-settings', { hours: null, prices });
  expect([stored.status, stored.body.prices]).toEqual([200, prices]);
  expect((await previewOf(spring)).cost).toEqual({
    ...{ currency: 'USD', amount: 0.3815, unpriced: 0 },
    countries: expect.arrayContaining([
      { country: 'BR', people: 2, price: 0.0625, amount: 0.125 },
      { country: 'DE', people: 1, price: 0.1365, amount: 0.1365 },
      { country: 'CA', people: 1, price: 0.06, amount: 0.06 },
      { country: 'US', people: 1, price: 0.06, amount: 0.06 },
    ]),
  });
  const note = { name: 'note', language: 'en' };
  expect((await previewOf(note)).cost).toMatchObject({ amount: 0.071, unpriced: 2 });
  const twice = { ...prices, rows: [...prices.rows, prices.rows[1]] };
  const refused = await workspace.dashboard('PUT', '/broadcast-settings', { hours: null, prices: twice });
  expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'prices.rows']);
});

it('shows the next three of the audience, with their values', async () => {
  const { samples } = await previewOf(spring);
  expect(samples.map(({ contact, text }: Sample) => [contact.phone, text])).toEqual([
    [PHONES[0], 'Hi Ada!'],
    [PHONES[1], 'Hi there!'],
    [PHONES[2], 'Hi there!'],
  ]);
});

interface Sample {
  contact: { id: string; phone: string };
  text: string;
}

it('sends a test to one number, with the values of a person of the audience', async () => {
  const [ada] = (await previewOf(spring)).samples as Sample[];
  const send = (body: object) =>
    workspace.dashboard('POST', '/broadcast-test', { template: spring, ...body });
  const { status, body } = await send({ to: '+44 7700 900123', values: ada?.contact.id });
  expect([status, body]).toEqual([200, { status: 'sent', error: null }]);
  const { body: messages } = await workspace.api('GET', '/messages/447700900123');
  expect(messages.data).toMatchObject([{ content: 'Hi Ada!', type: 'template', status: expect.any(String) }]);
  // It is a message of its own: nobody counts as reached, and no broadcast was made.
  expect((await workspace.api('GET', '/broadcasts')).body.data).toEqual([]);

  await workspace.api('PATCH', `/contacts/${PHONES[1]}`, { blocked: true });
  expect((await send({ to: PHONES[1] })).body.error.code).toBe('contact_blocked');
  const missing = await workspace.dashboard('POST', '/broadcast-test', {
    ...{ template: { ...spring, components: text('{{contact.email}}') }, to: '447700900123' },
  });
  expect([missing.status, missing.body.error.details]).toEqual([
    400,
    [{ path: 'values', message: 'has no value that fits for a variable of the template' }],
  ]);
  const unknown = await send({ to: '447700900123', values: 'ct_01k2v9zq7m4s8x1c5e3r6t0y2h' });
  expect(unknown.body.error.code).toBe('contact_not_found');
});
