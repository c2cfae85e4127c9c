import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../helpers/messaging.ts';
import { connectWorkspace, eventually } from '../helpers/platform.ts';
import { setUpTemplates } from '../helpers/template-mirror.ts';
import { addTemplate, templateBody } from '../helpers/templates.ts';
import { bearer, call, createWorkspace } from '../helpers/test-server.ts';

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

  it('is sent outside the reply window, once per client id, and stores when the template was last sent', async () => {
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
      content: 'Hi Ada, your order 4711 has left our depot and is on its way.',
      payload: { rendered: { header: null, body: expect.stringContaining('Hi Ada'), buttons: [] } },
    });
    expect(answers[1]?.body.id).toBe(answers[0]?.body.id);
    const arrived = await eventually(async () => (await rig.messaging.phone(phone))[0]);
    expect(arrived.text).toBe('Hi Ada, your order 4711 has left our depot and is on its way.');
    expect((await rig.messaging.phone(phone)).length).toBe(1);
    expect((await named('order_update')).lastSentAt).not.toBeNull();
    const free = await dashboard('POST', `/conversations/${conversationId}/messages`, {
      content: 'hi',
      clientId: randomUUID(),
    });
    expect(free.body.error.code).toBe('window_closed');
  });

  it('waits for a chosen time, and can be cancelled until then', async () => {
    const { id: templateId } = await named('order_update');
    const send = (sendAt: string) =>
      dashboard('POST', `/conversations/${conversationId}/templates`, {
        ...{ templateId, components: [text('Ada', '4712')], clientId: randomUUID(), sendAt },
      });
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await send(sendAt);
    expect(body).toMatchObject({ status: 'scheduled', sendAt, content: expect.stringContaining('4712') });
    expect((await dashboard('DELETE', `/messages/${body.id}`)).body.deleted).toBe(true);
    const past = await send(new Date(Date.now() - 1_000).toISOString());
    expect(past).toMatchObject({ status: 400, body: { error: { details: [{ path: 'sendAt' }] } } });
  });

  it('is held for the seconds in which it can be undone, and then sent once', async () => {
    const { id: templateId } = await named('order_update');
    const send = (order: string, timing: object) =>
      dashboard('POST', `/conversations/${conversationId}/templates`, {
        ...{ templateId, components: [text('Ada', order)], clientId: randomUUID(), ...timing },
      });
    const sent = async (order: string) =>
      (await rig.messaging.phone(phone)).filter((message) => message.text.includes(order)).length;
    const undone = await send('4713', { hold: 10 });
    expect(undone.body).toMatchObject({ status: 'scheduled', isHeld: true });
    expect((await dashboard('DELETE', `/messages/${undone.body.id}`)).body.deleted).toBe(true);
    const held = await send('4714', { hold: true });
    expect(held.body).toMatchObject({ status: 'scheduled', isHeld: true });
    expect(await sent('4714')).toBe(0);
    expect((await dashboard('POST', `/messages/${held.body.id}/send-now`)).status).toBe(200);
    await eventually(async () => (await sent('4714')) === 1);
    expect(await sent('4713')).toBe(0);
    const both = await send('4715', { hold: true, sendAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(both).toMatchObject({ status: 400, body: { error: { details: [{ path: 'sendAt' }] } } });
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
    'with %s is rejected with the error’s path, by dashboard and API',
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

  it('of a rejected template returns the reason; of a pending one, that it is waiting', async () => {
    const { body } = await fromApi('welcome_discount', [], 'en');
    expect(body.error.details[0].message).toMatch(/rejected.*incorrect category.*submit it again/);
    const pending = await addTemplate(rig.messaging.platform, { name: 'still_pending', status: 'PENDING' });
    await syncNow();
    expect((await fromApi('still_pending', [], 'en')).body.error.details[0].message).toMatch(/is waiting/);
    await rig.messaging.platform.control('DELETE', `/templates/${pending.id}`);
  }, 20_000);

  describe('of an edited template', () => {
    const greeting = (text: string, ...samples: string[]) => [templateBody(text, ...samples)];
    const edited = greeting('Hi {{1}}, {{2}} and {{3}} are on their way.', 'Ada', 'tea', 'cake');
    const edit = (id: string, change: object) =>
      rig.messaging.platform.control('PATCH', `/templates/${id}`, change);
    const checks = async (id: string) =>
      (await rig.messaging.platform.control('GET', '/calls')).body.data.filter((call: Json) =>
        call.path.endsWith(`/${id}`),
      ).length;
    /** Sets when all templates of the workspace were last checked. Returns their number. */
    const setChecked = (to: string) =>
      rig.messaging.server.container.database.run(
        `UPDATE templates SET checked_at = ${to} WHERE tenant_id = :tenantId`,
        { tenantId: rig.messaging.workspace.scope.key },
      );
    const made = async (name: string) => {
      const components = greeting('Hi {{1}}, {{2}} is on its way.', 'Ada', 'tea');
      const { id } = await addTemplate(rig.messaging.platform, { name, components, language: 'en_US' });
      await syncNow();
      return id;
    };

    it('matches the version that the notice of the edit made the server fetch', async () => {
      const id = await made('edited_with_notice');
      for (const spelling of ['hyphen', 'underscore']) {
        await edit(id, { components: greeting('Nothing yet.'), quiet: true });
        await edit(id, { components: edited, spelling });
        await expect
          .poll(async () => (await named('edited_with_notice')).components[0].text)
          .toContain('{{3}}');
      }
      expect(await checks(id)).toBe(0);
      expect((await fromApi('edited_with_notice', [text('Ada', 'tea', 'cake')])).status).toBe(201);
      expect((await dashboard('GET', '/parked-items')).body.data).toEqual([]);
    }, 30_000);

    it('is accepted although the notice was missed, by dashboard and API', async () => {
      await setChecked('NULL');
      const id = await made('edited_in_silence');
      await edit(id, { components: edited, quiet: true });
      const { status, body } = await fromApi('edited_in_silence', [text('Ada', 'tea', 'cake')]);
      expect([status, ['sent', 'delivered'].includes(body.status)]).toEqual([201, true]);
      expect((await named('edited_in_silence')).components[0].text).toContain('{{3}}');
      const other = await made('edited_for_agents');
      await edit(other, { components: edited, quiet: true });
      expect((await fromInbox('edited_for_agents', [text('Ada', 'tea', 'cake')])).status).toBe(201);
      expect([await checks(id), await checks(other)]).toEqual([1, 1]);
    }, 30_000);

    it('is also accepted with an Idempotency-Key, and repeated with the same response', async () => {
      await setChecked('NULL');
      await edit(await made('edited_for_retries'), { components: edited, quiet: true });
      const { server, workspace } = rig.messaging;
      const body = {
        contactId: phone,
        type: 'template',
        templateName: 'edited_for_retries',
        templateLanguage: 'en_US',
        components: [text('Ada', 'tea', 'cake')],
      };
      const headers = { ...bearer(workspace.key), 'idempotency-key': randomUUID() };
      const send = () => call(`${server.url}/api/v1/messages/send`, { method: 'POST', body, headers });
      const first = await send();
      expect(first.status).toBe(201);
      expect((await send()).body.id).toBe(first.body.id);
    }, 30_000);

    it('is fetched once a minute at most, however often an invalid send is repeated', async () => {
      await setChecked('NULL');
      const id = await made('always_wrong');
      for (let round = 0; round < 5; round += 1)
        expect((await fromApi('always_wrong', [text('Ada')])).status).toBe(400);
      expect(await checks(id)).toBe(1);
      await setChecked('checked_at - INTERVAL 61 SECOND');
      expect((await fromApi('always_wrong', [text('Ada')])).status).toBe(400);
      expect(await checks(id)).toBe(2);
      // At most ten a minute per workspace.
      expect(await setChecked('UTC_TIMESTAMP(3)')).toBeGreaterThanOrEqual(10);
      const next = await made('wrong_as_well');
      expect((await fromApi('wrong_as_well', [text('Ada')])).status).toBe(400);
      expect(await checks(next)).toBe(0);
    }, 30_000);

    it('is validated against the stored version when the platform is down', async () => {
      await setChecked('NULL');
      await made('edited_during_outage');
      await rig.messaging.platform.configure({ answerErrorRate: 1 });
      const answer = await fromApi('edited_during_outage', [text('Ada')]);
      await rig.messaging.platform.configure({ answerErrorRate: 0 });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed']);
    }, 30_000);
  });

  it('of an unknown template is left to the platform to validate', async () => {
    const { status, body } = await fromApi('nowhere', [text('x')]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'failed', error: { code: '132001' } });
    await addTemplate(rig.messaging.platform, { name: 'brand_new' });
    expect((await fromApi('brand_new', undefined, 'en')).body.status).toBe('sent');
  });

  it('of a template of another workspace returns template_not_found', async () => {
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
