import { expect, it } from 'vitest';
import { call, createWorkspace, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();
const ask = (method: string, path: string, body?: object) =>
  rig.workspace.dashboard(method, `/saved-replies${path}`, body);

it('is created, changed, counted and deleted', async () => {
  const content = 'Hi {{contact.first_name}}, {{agent.name}} here.';
  const created = await ask('POST', '', { name: 'Hello', content });
  expect(created).toMatchObject({
    status: 201,
    body: { name: 'Hello', content, usedCount: 0, lastUsedAt: null },
  });
  const { id } = created.body;
  expect((await ask('PATCH', `/${id}`, { name: 'Greeting' })).body).toMatchObject({
    name: 'Greeting',
    content,
  });
  await ask('POST', `/${id}/uses`);
  expect((await ask('POST', `/${id}/uses`)).body).toEqual({ id, usedCount: 2 });
  const { data } = (await ask('GET', '')).body;
  expect(data).toMatchObject([{ id, name: 'Greeting', usedCount: 2 }]);
  expect(data[0].lastUsedAt).not.toBeNull();
  expect((await ask('DELETE', `/${id}`)).body).toEqual({ id, deleted: true });
  expect((await ask('GET', '')).body.data).toEqual([]);
  const entries = (await rig.workspace.dashboard('GET', '/audit-log')).body.data;
  expect(entries.slice(0, 3).map((entry: { action: string }) => entry.action)).toEqual([
    'saved_reply.removed',
    'saved_reply.changed',
    'saved_reply.created',
  ]);
  for (const [method, path, body] of [
    ['DELETE', `/${id}`, undefined],
    ['PATCH', '/nonsense', { name: 'x' }],
    ['POST', `/${id}/uses`, undefined],
  ] as const) {
    expect(await ask(method, path, body)).toMatchObject({
      status: 404,
      body: { error: { code: 'saved_reply_not_found' } },
    });
  }
});

it('refuses an unknown variable, a blank text and a name that is taken', async () => {
  const unknown = await ask('POST', '', { name: 'Order', content: 'Order {{order.number}} is on its way.' });
  expect(unknown.body.error.details).toEqual([
    {
      path: 'content',
      message: expect.stringMatching(/^has an unknown variable; the variables are \{\{contact.name/),
    },
  ]);
  expect((await ask('POST', '', { name: 'Blank', content: ' \n ' })).body.error.details).toEqual([
    { path: 'content', message: 'must not be blank' },
  ]);
  await ask('POST', '', { name: 'Taken', content: 'x' });
  const other = (await ask('POST', '', { name: 'Other', content: 'x' })).body;
  for (const answer of [
    await ask('POST', '', { name: 'taken', content: 'y' }),
    await ask('PATCH', `/${other.id}`, { name: 'Taken' }),
  ]) {
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'saved_reply_name_taken' } } });
  }
});

it('can be used, but not changed, by staff', async () => {
  const { email } = await rig.workspace.addMember({
    ...{ name: 'Sam', email: 'sam@replies.test', password: OWNER_PASSWORD, role: 'staff' },
  });
  const cookie = await signIn(rig.server, email, OWNER_PASSWORD);
  const asStaff = (method: string, path: string, body?: object) =>
    call(`${rig.server.url}/api/dashboard/saved-replies${path}`, { method, body, headers: { cookie } });
  const { id } = (await ask('POST', '', { name: 'For all', content: 'x' })).body;
  expect((await asStaff('GET', '')).status).toBe(200);
  expect((await asStaff('POST', `/${id}/uses`)).status).toBe(200);
  expect((await asStaff('PATCH', `/${id}`, { name: 'Mine' })).status).toBe(403);
  expect((await asStaff('POST', '', { name: 'Mine', content: 'x' })).status).toBe(403);
});

it('is limited to 500 in a workspace', async () => {
  const crowded = await createWorkspace(rig.server);
  const rows = Array.from(
    { length: 500 },
    (_, index) =>
      `(UNHEX(LEFT(SHA2('reply ${index}', 256), 32)), :tenantId, 'Reply ${index}', 'x', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
  );
  await rig.server.container.database.run(
    `INSERT INTO saved_replies (id, tenant_id, name, content, created_at, updated_at) VALUES ${rows.join(', ')}`,
    { tenantId: crowded.scope.key },
  );
  expect(await crowded.dashboard('POST', '/saved-replies', { name: 'One more', content: 'x' })).toMatchObject(
    {
      status: 409,
      body: { error: { code: 'saved_reply_limit_reached' } },
    },
  );
  expect((await crowded.dashboard('GET', '/saved-replies')).body.data).toHaveLength(500);
});
