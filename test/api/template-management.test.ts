import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import type { Json } from '../helpers/messaging.ts';
import { setUpTemplates } from '../helpers/template-mirror.ts';
import { templateBody } from '../helpers/templates.ts';
import { bearer, call, createWorkspace } from '../helpers/test-server.ts';

const rig = setUpTemplates();

const given = (name: string, changes: object = {}) => ({
  name,
  language: 'en_US',
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Your order' },
    templateBody('Hi {{1}}, order {{2}} is ready.', 'Ada', '4711'),
    { type: 'FOOTER', text: 'The depot' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
  ],
  ...changes,
});
const api = (method: string, path: string, body?: object) => rig.messaging.workspace.api(method, path, body);
const submissions = async (name: string) =>
  (await rig.syncCalls()).filter(({ method, body }: Json) => method === 'POST' && body?.name === name);
const onPlatform = async (name: string) => {
  const { body } = await rig.messaging.platform.control(
    'GET',
    `/accounts/${demoAccount.phoneNumberId}/templates`,
  );
  return body.data.filter((one: Json) => one.name === name);
};
const decide = async (name: string, status: string) => {
  const [{ id }] = await onPlatform(name);
  await rig.messaging.platform.control('PATCH', `/templates/${id}`, { status });
};

it('a program creates a template, which the platform approves, then sends and deletes it', async () => {
  const { status, body } = await api('POST', '/templates', given('order_ready'));
  expect([status, body]).toMatchObject([
    201,
    {
      id: expect.stringMatching(/^tpl_/),
      ...{ name: 'order_ready', language: 'en_US', status: 'PENDING', category: 'UTILITY' },
      ...{ parameterFormat: 'POSITIONAL', rejectedReason: null, components: given('x').components },
    },
  ]);
  expect(await rig.named('order_ready')).toMatchObject({ id: body.id, status: 'PENDING' });
  await decide('order_ready', 'APPROVED');
  await expect.poll(async () => (await rig.named('order_ready')).status).toBe('APPROVED');

  const phone = '15550100401';
  await api('POST', '/contacts', { phone });
  const parameters = ['Ada', '4711'].map((text) => ({ type: 'text', text }));
  const sent = await rig.messaging.send({
    ...{ contactId: phone, type: 'template', templateName: 'order_ready', templateLanguage: 'en_US' },
    components: [{ type: 'body', parameters }],
  });
  expect(sent.body).toMatchObject({ status: 'sent', content: expect.stringContaining('Hi Ada, order 4711') });

  expect(await api('DELETE', `/templates/${body.id}`)).toMatchObject({
    status: 200,
    body: { id: body.id, deleted: true },
  });
  expect(await rig.named('order_ready')).toBeUndefined();
  expect(await onPlatform('order_ready')).toEqual([]);
  expect((await api('DELETE', `/templates/${body.id}`)).body.error.code).toBe('template_not_found');

  const log = (await rig.dashboard('GET', '/audit-log')).body.data;
  const own = log.filter(({ target }: Json) => target?.id === body.id);
  expect(own.map(({ action, target }: Json) => [action, target.label])).toEqual([
    ['template.deleted', 'order_ready (en_US)'],
    ['template.created', 'order_ready (en_US)'],
  ]);
  const { events } = (await rig.dashboard('GET', '/events?since=0')).body;
  const changes = events.filter(
    ({ name, payload }: Json) => name === 'template.updated' && payload.id === body.id,
  );
  expect(changes[0].payload.template.status).toBe('PENDING');
  expect(changes.at(-1).payload.template).toBeNull();
});

it('the same request twice makes one template, with and without an Idempotency-Key', async () => {
  const { server, workspace } = rig.messaging;
  const key = randomUUID();
  const create = () =>
    call(`${server.url}/api/v1/templates`, {
      method: 'POST',
      body: JSON.stringify(given('twice')),
      headers: { ...bearer(workspace.key), 'content-type': 'application/json', 'idempotency-key': key },
    });
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect(await submissions('twice')).toHaveLength(1);
  // The answer of the platform was lost, so the program asks again.
  const third = await api('POST', '/templates', given('twice'));
  expect([third.status, third.body.id]).toEqual([201, first.body.id]);
  expect(await onPlatform('twice')).toHaveLength(1);
  const other = await api(
    'POST',
    '/templates',
    given('twice', { components: [templateBody('Another text.')] }),
  );
  expect(other).toMatchObject({ status: 409, body: { error: { code: 'platform_refused' } } });
  expect(other.body.error.message).toContain('en_US content for this template already');
});

it('what the platform refuses is a 409 with its reason, and what cannot be a template a 400', async () => {
  const refused = await api(
    'POST',
    '/templates',
    given('starts', { components: [templateBody('{{1}} is ready.', 'It')] }),
  );
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain('Variables cannot be at the start or the end');
  expect(await rig.named('starts')).toBeUndefined();
  for (const [changes, path] of [
    [{ name: 'Order Ready' }, 'name'],
    [{ language: 'english' }, 'language'],
    [{ category: 'SPAM' }, 'category'],
    [{ components: [] }, 'components'],
    [{ components: [{ type: 'FOOTER', text: 'x' }] }, 'components'],
    [{ components: [{ text: 'x' }] }, 'components.0.type'],
  ] as const) {
    const { status, body } = await api('POST', '/templates', { ...given('wrong'), ...changes });
    expect([status, body.error.details[0].path]).toEqual([400, path]);
  }
  expect(await submissions('wrong')).toEqual([]);
});

it('one language of a name is deleted, and a template that the platform has deleted before', async () => {
  const english = (await api('POST', '/templates', given('both'))).body;
  await api('POST', '/templates', given('both', { language: 'pt_BR' }));
  await rig.dashboard('DELETE', `/templates/${english.id}`);
  expect((await onPlatform('both')).map(({ language }: Json) => language)).toEqual(['pt_BR']);
  const { body } = await api('POST', '/templates', given('unlisted_there'));
  const [{ id }] = await onPlatform('unlisted_there');
  await rig.messaging.server.container.database.run(
    'UPDATE templates SET platform_id = :id WHERE tenant_id = :t AND name = :name',
    { id: `${id}9`, t: rig.messaging.workspace.scope.key, name: 'unlisted_there' },
  );
  expect((await api('DELETE', `/templates/${body.id}`)).status).toBe(200);
});

it('a key needs the permission, staff have not, and another workspace finds nothing', async () => {
  const { server, workspace } = rig.messaging;
  const { body } = await api('POST', '/templates', given('guarded'));
  const ask = (key: string, method: string, path: string, input?: object) =>
    call(`${server.url}/api/v1${path}`, {
      method,
      headers: { ...bearer(key), 'content-type': 'application/json' },
      ...(input ? { body: JSON.stringify(input) } : {}),
    });
  const { key: reader } = await createApiKey(server.container.contextFor(workspace.scope), {
    name: 'r',
    permissions: ['messages:read'],
  });
  expect((await ask(reader, 'POST', '/templates', given('x'))).body.error.code).toBe('forbidden');
  expect((await ask(reader, 'DELETE', `/templates/${body.id}`)).status).toBe(403);
  const other = await createWorkspace(server);
  expect((await ask(other.key, 'DELETE', `/templates/${body.id}`)).body.error.code).toBe(
    'template_not_found',
  );
  expect((await ask(other.key, 'POST', '/templates', given('x'))).body.error.code).toBe(
    'channel_not_connected',
  );
  expect(await rig.named('guarded')).toMatchObject({ id: body.id });
});
