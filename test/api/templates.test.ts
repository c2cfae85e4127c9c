import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { connectWorkspace, eventually, postCallback } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { addTemplate, templateBody } from '../helpers/templates.ts';
import { createWorkspace, startTestServer } from '../helpers/test-server.ts';

let messaging: Messaging;
const phone = '15550100321';
beforeAll(async () => {
  messaging = await startMessaging();
  await synced();
});
afterAll(async () => {
  await messaging.stop();
  expect(trippedStatements).toEqual([]);
});

const dashboard = (method: string, path: string, body?: unknown) =>
  messaging.workspace.dashboard(method, path, body);
const list = async (query = '') => (await dashboard('GET', `/templates?limit=100${query}`)).body;
const named = async (name: string): Promise<Json> =>
  (await list(`&search=${name}`)).data.find((one: Json) => one.name === name);
const syncCalls = async () =>
  (await messaging.platform.control('GET', '/calls')).body.data.filter((call: Json) =>
    call.path.includes('message_templates'),
  );

/** Waits for the fetch that everything so far has asked for. */
async function synced(): Promise<Json> {
  return eventually(async () => {
    const { body } = await dashboard('GET', '/template-sync');
    return body.syncedAt !== null && !body.isDue && body;
  }, 15_000);
}
async function syncNow(): Promise<Json> {
  const answer = await dashboard('POST', '/template-sync');
  expect(answer).toMatchObject({ status: 200, body: { isDue: true } });
  return synced();
}

describe('the mirror', () => {
  it('is filled as soon as the workspace is connected, with what the platform has', async () => {
    const { data, pagination } = await list();
    expect(pagination).toMatchObject({ total: 7, totalPages: 1, nextCursor: null });
    expect(data.map((one: Json) => one.name)).toEqual([
      ...['appointment_reminder', 'delivery_window', 'hello_world', 'new_in_stock', 'order_update'],
      ...['track_parcel', 'welcome_discount'],
    ]);
    expect(await named('welcome_discount')).toMatchObject({
      status: 'REJECTED',
      rejectedReason: 'INCORRECT_CATEGORY',
      category: 'MARKETING',
      quality: null,
    });
    expect(await named('delivery_window')).toMatchObject({ parameterFormat: 'NAMED', language: 'en' });
  });

  it('is searched by name and text and filtered by state, in the API as well', async () => {
    const names = async (query: string) =>
      (await messaging.workspace.api('GET', `/templates?${query}`)).body.data.map((one: Json) => one.name);
    expect(await names('search=ORDER%20upd')).toEqual(['order_update']);
    expect(await names('search=left%20our%20depot')).toEqual(['order_update']);
    expect(await names('status=PENDING')).toEqual(['appointment_reminder']);
    expect(await names('language=en')).toEqual(['delivery_window', 'welcome_discount']);
    const odd = await messaging.workspace.api('GET', '/templates?language=%C2%A1');
    expect(odd.body.error.details).toEqual([{ path: 'language', message: expect.stringMatching(/en_US/) }]);
    const first = (await messaging.workspace.api('GET', '/templates?limit=3')).body;
    const cursor = encodeURIComponent(first.pagination.nextCursor);
    const second = (await messaging.workspace.api('GET', `/templates?limit=3&cursor=${cursor}`)).body;
    expect(second.data.map((one: Json) => one.name)).toEqual([
      'new_in_stock',
      'order_update',
      'track_parcel',
    ]);
    expect(await names('limit=3&page=3')).toEqual(['welcome_discount']);
  });

  it('follows the pages to their end; keeps unknown kinds; forgets what is deleted', async () => {
    const made: Json[] = [];
    for (let count = 0; count < 130; count += 1)
      made.push(await addTemplate(messaging.platform, { name: `batch_${count}` }));
    const strange = { type: 'HOLOGRAM', depth: 3, inner: { list: [1, { a: null }] } };
    await addTemplate(messaging.platform, {
      name: 'strange',
      components: [templateBody('All is well.'), strange],
    });
    const calls = (await syncCalls()).length;
    await syncNow();
    // 138 of them, a hundred a page.
    expect((await syncCalls()).length - calls).toBe(2);
    expect((await list()).pagination.total).toBe(138);
    expect((await named('strange')).components[1]).toEqual(strange);
    for (const one of made.slice(3, 6)) await messaging.platform.control('DELETE', `/templates/${one.id}`);
    // The notices alone take them out of the list, and the fetch agrees.
    await eventually(async () => (await list()).pagination.total === 135);
    await syncNow();
    expect((await list()).pagination.total).toBe(135);
    expect(await named('batch_3')).toBeUndefined();
    const kept = await named('batch_1');
    await syncNow();
    expect(await named('batch_1')).toEqual(kept);
  }, 60_000);

  it('says what is wrong when the platform does not answer, and keeps what it had', async () => {
    const { total } = (await list()).pagination;
    await messaging.platform.control('PATCH', '/knobs', { tokenExpired: true });
    await dashboard('POST', '/template-sync');
    const failed = await eventually(async () => {
      const { body } = await dashboard('GET', '/template-sync');
      return body.problem !== null && body;
    }, 15_000);
    expect(failed).toMatchObject({ problem: expect.stringMatching(/access token.*admin/), isDue: false });
    expect((await list()).pagination.total).toBe(total);
    await messaging.platform.control('PATCH', '/knobs', { tokenExpired: false });
    expect(await syncNow()).toMatchObject({ problem: null });
  }, 40_000);

  it('is not fetched twice at once, however often and wherever it is asked for', async () => {
    await synced();
    const beside = await startTestServer(
      { GRAPH_URL: messaging.platform.url, SANDBOX_ENABLED: '1' },
      messaging.server,
    );
    const calls = (await syncCalls()).length;
    const asked = await Promise.all(Array.from({ length: 8 }, () => dashboard('POST', '/template-sync')));
    expect(asked.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    await synced();
    await beside.stop();
    // One fetch, of two pages.
    expect((await list()).pagination.total).toBeGreaterThan(100);
    expect((await syncCalls()).length - calls).toBe(2);
  }, 30_000);

  it('belongs to one workspace', async () => {
    const other = await createWorkspace(messaging.server);
    expect((await other.api('GET', '/templates')).body).toMatchObject({ data: [], pagination: { total: 0 } });
    expect((await other.dashboard('POST', '/template-sync')).body.error.code).toBe('channel_not_connected');
    expect((await other.dashboard('GET', '/template-sync')).body).toMatchObject({ syncedAt: null });
  });
});

describe('a notice', () => {
  const decide = (id: string, change: object) =>
    messaging.platform.control('PATCH', `/templates/${id}`, change);
  const platformIdOf = async (name: string) =>
    (
      await messaging.platform.control('GET', `/accounts/${demoAccount.phoneNumberId}/templates`)
    ).body.data.find((one: Json) => one.name === name).id;
  const events = async () => (await dashboard('GET', '/events?since=0&limit=500')).body.events;
  const notice = (field: string, value: object, time: number | null, wabaId: string = demoAccount.wabaId) =>
    postCallback(messaging.server, messaging.workspace, {
      object: 'whatsapp_business_account',
      entry: [{ id: wabaId, ...(time !== null && { time }), changes: [{ field, value }] }],
    });

  it('of a state, a quality or a category is live, whatever the spelling of the language', async () => {
    await synced();
    const id = await platformIdOf('appointment_reminder');
    for (const spelling of ['hyphen', 'underscore']) {
      await decide(id, { status: 'REJECTED', reason: 'SCAM', spelling });
      await eventually(async () => (await named('appointment_reminder')).rejectedReason === 'SCAM');
      await decide(id, { status: 'APPROVED', spelling });
      await eventually(async () => (await named('appointment_reminder')).status === 'APPROVED');
    }
    await decide(id, { quality: 'YELLOW', category: 'MARKETING' });
    await eventually(async () => {
      const { quality, category, previousCategory } = await named('appointment_reminder');
      return quality === 'YELLOW' && category === 'MARKETING' && previousCategory === 'UTILITY';
    });
    expect(await named('appointment_reminder')).toMatchObject({ rejectedReason: null });
    const told = JSON.stringify(await events());
    expect(told).toContain('"template.updated"');
    expect(told).toContain('"templates.synced"');
    await synced();
  }, 30_000);

  it('that is older than what is known changes nothing', async () => {
    const about = { message_template_name: 'track_parcel', message_template_language: 'en-US' };
    const now = Math.floor(Date.now() / 1_000);
    await notice('message_template_status_update', { ...about, event: 'PAUSED' }, now + 60);
    await eventually(async () => (await named('track_parcel')).status === 'PAUSED');
    await notice('message_template_status_update', { ...about, event: 'DISABLED' }, now + 30);
    await notice('message_template_quality_update', { ...about, new_quality_score: 'RED' }, now + 20);
    await eventually(async () => (await named('track_parcel')).quality === 'RED');
    expect((await named('track_parcel')).status).toBe('PAUSED');
    // From before the last fetch: the platform is asked, and says what it says now.
    await notice('message_template_status_update', { ...about, event: 'DISABLED' }, now - 3_600);
    await syncNow();
    expect((await named('track_parcel')).status).toBe('APPROVED');
  }, 30_000);

  it('of an account that is not ours, or without a name, is parked with its reason', async () => {
    const about = { message_template_name: 'order_update', message_template_language: 'en_US' };
    await notice('message_template_status_update', { ...about, event: 'DISABLED' }, 5_000_000_000, '999');
    await notice('template_category_update', { new_category: 'MARKETING' }, 5_000_000_000);
    const strange = { ...about, message_template_name: 'gr\u00fc\u00dfe', event: 'APPROVED' };
    await notice('message_template_status_update', strange, 5_000_000_001);
    const parked = await eventually(async () => {
      const { data } = (await dashboard('GET', '/parked-items')).body;
      return data.length === 3 && data;
    });
    expect(parked.map((one: Json) => one.reason).sort()).toEqual([
      expect.stringMatching(/^message_template_name/),
      expect.stringMatching(/^message_template_name/),
      expect.stringMatching(/business account 999/),
    ]);
    expect((await named('order_update')).status).toBe('APPROVED');
  });

  it('of a template that is not known here fetches it', async () => {
    const before = await synced();
    const { id } = await addTemplate(messaging.platform, { name: 'made_elsewhere', status: 'PENDING' });
    await decide(id, { status: 'APPROVED' });
    await eventually(async () => (await named('made_elsewhere'))?.status === 'APPROVED', 15_000);
    expect((await synced()).syncedAt > before.syncedAt).toBe(true);
  }, 30_000);
});

describe('a send', () => {
  const text = (...words: string[]) => ({
    type: 'body',
    parameters: words.map((word) => ({ type: 'text', text: word })),
  });
  const fromApi = (templateName: string, components?: object[], templateLanguage = 'en_US') =>
    messaging.send({ contactId: phone, type: 'template', templateName, templateLanguage, components });
  let conversationId: string;
  beforeAll(async () => {
    const contact = (await messaging.workspace.api('POST', '/contacts', { phone })).body;
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
    const arrived = await eventually(async () => (await messaging.phone(phone))[0]);
    expect(arrived.text).toBe('Hi Ada, your order 4711 has left our depot and is on its way.');
    expect((await messaging.phone(phone)).length).toBe(1);
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
      const sends = (await messaging.phone(phone)).length;
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
      expect((await messaging.phone(phone)).length).toBe(sends);
    },
  );

  it('of a rejected one says why; of a pending one, that it waits', async () => {
    const { body } = await fromApi('welcome_discount', [], 'en');
    expect(body.error.details[0].message).toMatch(/rejected.*incorrect category.*submit it again/);
    const pending = await addTemplate(messaging.platform, { name: 'still_pending', status: 'PENDING' });
    await syncNow();
    expect((await fromApi('still_pending', [], 'en')).body.error.details[0].message).toMatch(/waits/);
    await messaging.platform.control('DELETE', `/templates/${pending.id}`);
  }, 20_000);

  it('of one that is not known here is left to the platform to judge', async () => {
    const { status, body } = await fromApi('nowhere', [text('x')]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'failed', error: { code: '132001' } });
    await addTemplate(messaging.platform, { name: 'brand_new' });
    expect((await fromApi('brand_new', undefined, 'en')).body.status).toBe('sent');
  });

  it('into a conversation or of a template of another workspace finds nothing', async () => {
    const other = await createWorkspace(messaging.server);
    await connectWorkspace(messaging.server, other);
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
