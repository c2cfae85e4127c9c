import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from './harness.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
const maya = '15550100123';
beforeAll(async () => {
  sandbox = await startSandbox();
  await sandbox.write(maya, 'Hi');
  await sandbox.knobs({ pairRateLimit: false, throughputPerSecond: 0 });
});
afterAll(() => sandbox.close());

const long = (length: number) => 'x'.repeat(length);
const send = (type: string, payload: unknown) =>
  sandbox.call('POST', `/v21.0/${sandbox.pnid}/messages`, {
    messaging_product: 'whatsapp',
    to: maya,
    type,
    [type]: payload,
  });
const reply = (id: string, title = id) => ({ type: 'reply', reply: { id, title } });
const buttons = (parts: object, ...replies: object[]) => ({
  ...{ type: 'button', body: { text: 'Confirm?' }, action: { buttons: replies } },
  ...parts,
});
const row = (id: string, parts: object = {}) => ({ id, title: 'A', ...parts });
const list = (...sections: object[]) => ({
  type: 'list',
  body: { text: 'Pick' },
  action: { button: 'Slots', sections },
});
const link = (parts: object, header?: object) => ({
  ...{ type: 'cta_url', body: { text: 'Details' }, ...(header && { header }) },
  action: {
    name: 'cta_url',
    parameters: { display_text: 'Open', url: 'https://shop.example/17', ...parts },
  },
});
const card = (parts: object) => [{ name: { formatted_name: 'Ann', first_name: 'Ann' }, ...parts }];

describe('the platform accepts', () => {
  it.each([
    ['text', { body: long(4_096) }],
    [
      'interactive',
      buttons(
        { header: { type: 'text', text: long(60) }, footer: { text: long(60) } },
        reply('a'),
        reply('b'),
      ),
    ],
    ['interactive', list({ rows: [row(long(200), { title: long(24), description: long(72) })] })],
    ['interactive', list({ title: 'One', rows: [row('1')] }, { title: 'Two', rows: [row('2')] })],
    [
      'interactive',
      link({ display_text: long(20) }, { type: 'image', image: { link: 'https://cdn.example/a' } }),
    ],
    ['contacts', card({ phones: [{ phone: '+15550100199' }], birthday: '1990-01-31' })],
    ['location', { latitude: -90, longitude: '180', name: 'Edge' }],
  ])('%s at its limit', async (type, payload) => {
    expect((await send(type, payload)).status).toBe(200);
  });
});

describe('the platform rejects', () => {
  it.each([
    ['text', { body: long(4_097) }],
    ['text', { body: '' }],
    ['interactive', buttons({}, reply('a'), reply('b'), reply('c'), reply('d'))],
    ['interactive', buttons({}, reply('a', long(21)))],
    ['interactive', buttons({}, reply('a', 'Same'), reply('b', 'Same'))],
    ['interactive', buttons({}, reply('a', 'A'), reply('a', 'B'))],
    ['interactive', buttons({}, { reply: { id: 'a', title: 'A' } })],
    ['interactive', buttons({ body: { text: long(1_025) } }, reply('a'))],
    ['interactive', buttons({ footer: { text: long(61) } }, reply('a'))],
    ['interactive', buttons({ header: { type: 'text', text: long(61) } }, reply('a'))],
    ['interactive', { ...list({ rows: [row('1')] }), header: { type: 'image', image: { id: '1' } } }],
    [
      'interactive',
      list(
        { rows: Array.from({ length: 6 }, (_, at) => row(`a${at}`)), title: 'A' },
        { rows: Array.from({ length: 5 }, (_, at) => row(`b${at}`)), title: 'B' },
      ),
    ],
    ['interactive', list({ rows: [row('1')] }, { rows: [row('2')] })],
    ['interactive', list({ rows: [row('1', { title: long(25) })] })],
    ['interactive', list({ rows: [row('1', { description: long(73) })] })],
    ['interactive', list({ rows: [row('1'), row('1')] })],
    ['interactive', link({ display_text: long(21) })],
    ['interactive', link({ url: 'shop.example' })],
    ['interactive', { ...link({}), action: { name: 'other' } }],
    ['contacts', Array.from({ length: 6 }, () => card({})[0])],
    ['contacts', [{ name: { formatted_name: 'Ann' } }]],
    ['contacts', card({ birthday: '31.1.1990' })],
    ['location', { latitude: 91, longitude: 0 }],
    ['location', { latitude: 1 }],
  ])('%s %j', async (type, payload) => {
    const { status, body } = await send(type, payload);
    expect(status).toBe(400);
    expect([100, 131008, 131009]).toContain(body.error.code);
  });

  it('callback data beyond 512 characters', async () => {
    const { status } = await sandbox.send(maya, 'x', { biz_opaque_callback_data: long(513) });
    expect(status).toBe(400);
  });
});
