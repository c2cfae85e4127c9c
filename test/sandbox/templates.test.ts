import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { type Receiver, startReceiver, startSandbox, until } from './harness.ts';

const maya = '15550100123';
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let receiver: Receiver;

beforeEach(async () => {
  sandbox = await startSandbox();
  receiver = await startReceiver();
  await sandbox.connect(receiver);
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const edge = `/v21.0/${demoAccount.wabaId}/message_templates`;
const body = (text: string, ...samples: string[]) => ({
  type: 'BODY',
  text,
  ...(samples.length > 0 && { example: { body_text: [samples] } }),
});
const plain = { name: 'parcel_ready', language: 'en', category: 'UTILITY' };
const create = (fields: object) => sandbox.call('POST', edge, fields);
const send = (name: string, components?: object[], code = 'en_US') =>
  sandbox.send(maya, '', {
    ...{ type: 'template', text: undefined },
    template: { name, language: { code }, ...(components && { components }) },
  });
const notices = () =>
  receiver.received.map(({ bytes }) => JSON.parse(bytes.toString()).entry[0]).filter((entry) => entry.time);

describe('the list', () => {
  it('is paged by 25, with filters, and hidden from a foreign token', async () => {
    for (let count = 0; count < 53; count += 1) {
      const made = await create({ ...plain, name: `batch_${count}`, components: [body('All is well.')] });
      expect(made.body).toEqual({
        id: expect.stringMatching(/^7\d{14}$/),
        status: 'PENDING',
        category: 'UTILITY',
      });
    }
    const names: string[] = [];
    let address: string | undefined = `${edge}?fields=name,status`;
    let pages = 0;
    while (address !== undefined) {
      const page: ReturnType<typeof JSON.parse> = (await sandbox.call('GET', address)).body;
      expect(page.data.length).toBeLessThanOrEqual(25);
      names.push(...page.data.map((one: { name: string }) => one.name));
      address = page.paging?.next?.slice(sandbox.url.length);
      pages += 1;
    }
    expect(pages).toBe(3);
    expect(new Set(names).size).toBe(60);
    const rejected = await sandbox.call('GET', `${edge}?status=REJECTED&fields=name,rejected_reason`);
    expect(rejected.body.data).toEqual([
      { name: 'welcome_discount', rejected_reason: 'INCORRECT_CATEGORY', id: expect.any(String) },
    ]);
    const { body: other } = await sandbox.call('POST', '/control/accounts', {});
    const theirs = { authorization: `Bearer ${other.accessToken}` };
    const foreign = await sandbox.call('GET', edge, undefined, theirs);
    expect(foreign.body.error).toMatchObject({ code: 100, error_subcode: 33 });
    const [first] = (await sandbox.call('GET', edge)).body.data;
    expect((await sandbox.call('GET', `/v21.0/${first.id}`)).body.name).toBe(first.name);
    expect((await sandbox.call('GET', `/v21.0/${first.id}`, undefined, theirs)).status).toBe(400);
  });
});

describe('creating a template', () => {
  const buttons = (...list: object[]) => ({ type: 'BUTTONS', buttons: list });
  it.each<[string, object, number | undefined]>([
    ['a name with blanks', { name: 'Parcel ready' }, undefined],
    ['no body', { components: [{ type: 'FOOTER', text: 'x' }] }, undefined],
    ['a variable at the end', { components: [body('Your code is {{1}}', 'x')] }, 2388299],
    ['a variable at the start', { components: [body('{{1}} is yours to take.', 'x')] }, 2388299],
    ['variables side by side', { components: [body('Hi {{1}} {{2}}, all is well.', 'x', 'y')] }, 2388072],
    ['a gap in the numbers', { components: [body('Hi {{1}}, your {{3}} is here.', 'x', 'y')] }, 2388072],
    [
      'more variables than words',
      { components: [body('a {{1}} b {{2}} - {{3}} - {{4}} c', '1', '2', '3', '4')] },
      2388293,
    ],
    ['no sample', { components: [body('Hi {{1}}, it is here.')] }, undefined],
    ['a long body', { components: [body('x'.repeat(1_025))] }, 2388040],
    [
      'two variables in the header',
      { components: [body('Hi.'), { type: 'HEADER', format: 'TEXT', text: 'a {{1}} b {{2}}' }] },
      2388047,
    ],
    [
      'an image without sample',
      { components: [body('Hi.'), { type: 'HEADER', format: 'IMAGE' }] },
      undefined,
    ],
    [
      'a variable in the footer',
      { components: [body('Hi.'), { type: 'FOOTER', text: 'x {{1}} y' }] },
      2388073,
    ],
    [
      'quick replies apart',
      {
        components: [
          body('Hi.'),
          buttons(
            { type: 'QUICK_REPLY', text: 'a' },
            { type: 'URL', text: 'b', url: 'https://x.example' },
            { type: 'QUICK_REPLY', text: 'c' },
          ),
        ],
      },
      undefined,
    ],
    ['one that is there', { name: 'order_update', language: 'en_US', components: [body('Hi.')] }, 2388024],
  ])('rejects %s', async (_what, fields, subcode) => {
    const { status, body: answer } = await create({
      ...plain,
      components: [body('All is well.')],
      ...fields,
    });
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: 100, error_user_msg: expect.stringMatching(/\.$/) });
    expect(answer.error.error_subcode).toBe(subcode);
  });

  it('can be edited after the decision, deleted by name or id, and the name of an approved one is blocked', async () => {
    const first = (await create({ ...plain, components: [body('All is well.')] })).body;
    const edit = { components: [body('All is very well.')] };
    const early = await sandbox.call('POST', `/v21.0/${first.id}`, edit);
    expect(early.body.error.error_subcode).toBe(2388039);
    await sandbox.call('PATCH', `/control/templates/${first.id}`, { status: 'APPROVED' });
    expect((await sandbox.call('POST', `/v21.0/${first.id}`, edit)).body).toEqual({ success: true });
    expect((await sandbox.call('GET', `/v21.0/${first.id}?fields=status`)).body.status).toBe('PENDING');
    await sandbox.call('PATCH', `/control/templates/${first.id}`, { status: 'APPROVED' });
    const second = (await create({ ...plain, language: 'de', components: [body('Alles gut.')] })).body;
    await sandbox.call('DELETE', `${edge}?name=${plain.name}&hsm_id=${second.id}`);
    expect((await sandbox.call('GET', `/v21.0/${first.id}`)).status).toBe(200);
    await sandbox.call('DELETE', `${edge}?name=${plain.name}`);
    expect((await sandbox.call('GET', `/v21.0/${first.id}`)).status).toBe(400);
    expect((await create({ ...plain, components: [body('Hi.')] })).body.error.error_subcode).toBe(2388023);
  });
});

describe('notices to the business', () => {
  it('have a number as id, and sometimes another spelling of the language', async () => {
    const list = (await sandbox.call('GET', `${edge}?name=order_update`)).body.data;
    const decide = (change: object) => sandbox.call('PATCH', `/control/templates/${list[0].id}`, change);
    await decide({ status: 'REJECTED', reason: 'ABUSIVE_CONTENT', spelling: 'hyphen' });
    await decide({ quality: 'RED', spelling: 'underscore' });
    await decide({ category: 'MARKETING' });
    await until('three notices', () => notices().length === 3);
    const changes = notices().flatMap((entry) => entry.changes);
    const named = (field: string) => changes.find((one) => one.field === field).value;
    expect(named('message_template_status_update')).toMatchObject({
      event: 'REJECTED',
      reason: 'ABUSIVE_CONTENT',
      message_template_id: Number(list[0].id),
      message_template_language: 'en-US',
    });
    expect(named('message_template_quality_update')).toMatchObject({
      previous_quality_score: 'GREEN',
      new_quality_score: 'RED',
      message_template_language: 'en_US',
    });
    expect(named('template_category_update')).toMatchObject({
      previous_category: 'UTILITY',
      new_category: 'MARKETING',
    });
  });
});

describe('a send', () => {
  const text = (...words: string[]) => ({
    type: 'body',
    parameters: words.map((word) => ({ type: 'text', text: word })),
  });
  const image = {
    type: 'header',
    parameters: [{ type: 'image', image: { link: 'https://cdn.example/a.png' } }],
  };
  it.each<[string, string, object[] | undefined, string, number]>([
    ['of an unknown template', 'nothing_here', undefined, 'en_US', 132001],
    ['in another language', 'order_update', [text('a', 'b')], 'en', 132001],
    ['of a pending one', 'appointment_reminder', [text('a', 'b')], 'en_GB', 132001],
    ['of a rejected one', 'welcome_discount', [text('a')], 'en', 132001],
    ['with too few parameters', 'order_update', [text('a')], 'en_US', 132000],
    ['with too many', 'hello_world', [text('a')], 'en_US', 132000],
    ['without the image', 'new_in_stock', [text('a', 'b')], 'en_US', 132012],
    [
      'with words for the image',
      'new_in_stock',
      [text('a', 'b'), { type: 'header', parameters: [{ type: 'text', text: 'x' }] }],
      'en_US',
      132012,
    ],
    ['without the end of the address', 'track_parcel', [text('a')], 'en_US', 131008],
    [
      'numbered where names are wanted',
      'delivery_window',
      [{ type: 'header', parameters: [{ type: 'text', text: '1' }] }, text('a', 'b', 'c', 'd')],
      'en',
      100,
    ],
  ])('%s is rejected', async (_what, name, components, language, code) => {
    expect((await send(name, components, language)).body.error).toMatchObject({ code });
  });

  it('is rejected with the codes of paused and disabled templates', async () => {
    const [one] = (await sandbox.call('GET', `${edge}?name=hello_world`)).body.data;
    const codes: number[] = [];
    for (const status of ['PAUSED', 'DISABLED', 'APPROVED']) {
      await sandbox.call('PATCH', `/control/templates/${one.id}`, { status });
      codes.push((await send('hello_world')).body.error?.code ?? 0);
    }
    expect(codes).toEqual([132015, 132016, 0]);
  });

  it('with matching parameters arrives with its values filled in', async () => {
    await sandbox.knobs({ sentDelayMs: [0, 0], deliveredDelayMs: [5, 5] });
    await send('new_in_stock', [image, text('the lamp', 'Sunday')]);
    const url = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'P-1' }] };
    expect((await send('track_parcel', [text('P-1'), url])).status).toBe(200);
    const path = `/control/accounts/${sandbox.pnid}/chats/${maya}/messages?all=1`;
    const { data } = (await sandbox.call('GET', path)).body;
    expect(data[0].text).toMatch(/^Back on the shelf: the lamp\. We keep one for you until Sunday/);
  });
});
