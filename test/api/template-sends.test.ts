import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../helpers/messaging.ts';
import { connectWorkspace, eventually } from '../helpers/platform.ts';
import { setUpTemplates } from '../helpers/template-mirror.ts';
import { addTemplate } from '../helpers/templates.ts';
import { createWorkspace } from '../helpers/test-server.ts';

const rig = setUpTemplates();
const { dashboard, named, syncNow } = rig;
const phone = '15550100321';

describe('a send', () => {
  const text = (...words: string[]) => ({
    type: 'body',
    parameters: words.map((word) => ({ type: 'text', text: word })),
  });
  const fromApi = (templateName: string, components?: object[], templateLanguage = 'en_US') =>
    rig.messaging.send({ contactId: phone, type: 'template', templateName, templateLanguage, components });
  let conversationId: string;
  beforeAll(async () => {
    const contact = (await rig.messaging.workspace.api('POST', '/contacts', { phone })).body;
    conversationId = (await dashboard('POST', `/contacts/${contact.id}/conversation`)).body.id;
  });
  const fromInbox = async (name: string, components: object[], clientId: string = randomUUID()) =>
    dashboard('POST', `/conversations/${conversationId}/templates`, {
      templateId: (await named(name)).id,
      components,
      clientId,
    });

  it('goes out from a closed window, once per client id, and is remembered as used', async () => {
    const clientId = randomUUID();
    const components = [text('Ada', '4711')];
    const answers = [
      await fromInbox('order_update', components, clientId),
      await fromInbox('order_update', components, clientId),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body).toMatchObject({
      ...{ type: 'template', templateName: 'order_update', templateLanguage: 'en_US', components, clientId },
      ...{ warnings: [], author: { name: expect.any(String) } },
    });
    expect(answers[1]?.body.id).toBe(answers[0]?.body.id);
    const arrived = await eventually(async () => (await rig.messaging.phone(phone))[0]);
    expect(arrived.text).toBe('Hi Ada, your order 4711 has left our depot and is on its way.');
    expect((await rig.messaging.phone(phone)).length).toBe(1);
    expect((await named('order_update')).lastSentAt).not.toBeNull();
    // Sent before, so that the answer is the same even when the template has gone since.
    const free = await dashboard('POST', `/conversations/${conversationId}/messages`, {
      content: 'hi',
      clientId: randomUUID(),
    });
    expect(free.body.error.code).toBe('window_closed');
  });

  const name = (parameters: object[]) => ({ type: 'body', parameters });
  it.each<[string, string, string, object[], string]>([
    ['no parameters', 'order_update', 'en_US', [], 'components'],
    ['one of two', 'order_update', 'en_US', [text('Ada')], 'components.0.parameters'],
    ['a line break', 'order_update', 'en_US', [text('A\nda', '1')], 'components.0.parameters.0.text'],
    ['only blanks', 'order_update', 'en_US', [text('   ', '1')], 'components.0.parameters.0.text'],
    ['too many', 'hello_world', 'en_US', [text('Ada')], 'components.0'],
    ['no image', 'new_in_stock', 'en_US', [text('a', 'b')], 'components'],
    [
      'words for the image',
      'new_in_stock',
      'en_US',
      [{ type: 'header', parameters: [{ type: 'text', text: 'x' }] }, text('a', 'b')],
      'components.0.parameters.0.type',
    ],
    ['no end of the address', 'track_parcel', 'en_US', [text('P-1')], 'components'],
    [
      'a wrong name',
      'delivery_window',
      'en',
      [
        { type: 'header', parameters: [{ type: 'text', parameter_name: 'order_no', text: '1' }] },
        name(
          ['first_name', 'day', 'from', 'till'].map((one) => ({
            type: 'text',
            parameter_name: one,
            text: 'x',
          })),
        ),
      ],
      'components.1.parameters.3.parameter_name',
    ],
    ['a rejected one', 'welcome_discount', 'en', [text('Ada')], 'templateName'],
  ])(
    'with %s is refused with its place, by dashboard and API alike',
    async (_what, template, language, components, path) => {
      const sends = (await rig.messaging.phone(phone)).length;
      const [api, inbox] = [
        await fromApi(template, components, language),
        await fromInbox(template, components),
      ];
      for (const answer of [api, inbox]) {
        expect(answer.status).toBe(400);
        expect(answer.body.error.code).toBe('validation_failed');
        expect(answer.body.error.details.map((one: Json) => one.path)).toEqual([path]);
      }
      expect(inbox.body.error.details).toEqual(api.body.error.details);
      expect((await rig.messaging.phone(phone)).length).toBe(sends);
    },
  );

  it('of a rejected one says why; of a pending one, that it waits', async () => {
    const { body } = await fromApi('welcome_discount', [], 'en');
    expect(body.error.details[0].message).toMatch(/rejected.*incorrect category.*submit it again/);
    const pending = await addTemplate(rig.messaging.platform, { name: 'still_pending', status: 'PENDING' });
    await syncNow();
    expect((await fromApi('still_pending', [], 'en')).body.error.details[0].message).toMatch(/waits/);
    await rig.messaging.platform.control('DELETE', `/templates/${pending.id}`);
  }, 20_000);

  it('of one that is not known here is left to the platform to judge', async () => {
    const { status, body } = await fromApi('nowhere', [text('x')]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'failed', error: { code: '132001' } });
    await addTemplate(rig.messaging.platform, { name: 'brand_new' });
    expect((await fromApi('brand_new', undefined, 'en')).body.status).toBe('sent');
  });

  it('into a conversation or of a template of another workspace finds nothing', async () => {
    const other = await createWorkspace(rig.messaging.server);
    await connectWorkspace(rig.messaging.server, other);
    const theirs = await eventually(
      async () => (await other.dashboard('GET', '/templates?search=hello_world')).body.data[0],
      15_000,
    );
    const answer = await dashboard('POST', `/conversations/${conversationId}/templates`, {
      templateId: theirs.id,
      components: [],
      clientId: randomUUID(),
    });
    expect(answer.body.error.code).toBe('template_not_found');
  }, 20_000);
});
