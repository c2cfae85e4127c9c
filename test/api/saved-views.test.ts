import { beforeAll, expect, it } from 'vitest';
import { SAVED_VIEWS_MAX } from '../../shared/contract/inbox/saved-views.contract.ts';
import { call, OWNER_PASSWORD, signIn, type TestWorkspace } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();
let staff: TestWorkspace['dashboard'];
beforeAll(async () => {
  const email = 'staff@example.test';
  await rig.workspace.addMember({ name: 'Sam', email, password: OWNER_PASSWORD, role: 'staff' });
  const cookie = await signIn(rig.server, email, OWNER_PASSWORD);
  staff = (method, path, body) =>
    call(`${rig.server.url}/api/dashboard${path}`, { method, body, headers: { cookie } });
});

const owner: TestWorkspace['dashboard'] = (...request) => rig.workspace.dashboard(...request);
const namesOf = async (person: typeof staff): Promise<string[]> =>
  (await person('GET', '/saved-views')).body.data.map(({ name }: { name: string }) => name);

it('a person’s views are theirs alone, and those of the team are for all', async () => {
  const label = `lbl_0${'0'.repeat(25)}`;
  const filter = { view: 'waiting', label, unread: true };
  const own = await staff('POST', '/saved-views', { name: 'My urgent ones', filter });
  expect(own).toMatchObject({ status: 201, body: { name: 'My urgent ones', filter, isShared: false } });
  await owner('POST', '/saved-views', { name: 'Team', filter: { view: 'open' }, isShared: true });
  expect(await namesOf(staff)).toEqual(['My urgent ones', 'Team']);
  expect(await namesOf(owner)).toEqual(['Team']);
  const path = `/saved-views/${own.body.id}`;
  for (const [method, body] of [['PATCH', { name: 'Taken' }], ['DELETE']] as const)
    expect((await owner(method, path, body)).body.error.code).toBe('saved_view_not_found');
  expect((await staff('PATCH', path, { name: 'Urgent' })).body.name).toBe('Urgent');
  expect((await staff('DELETE', path)).body).toEqual({ id: own.body.id, deleted: true });
  expect(await namesOf(staff)).toEqual(['Team']);
});

it('only admins and owners change the views of the team', async () => {
  const filter = { view: 'mine' };
  expect((await staff('POST', '/saved-views', { name: 'x', filter, isShared: true })).status).toBe(403);
  const { body } = await owner('POST', '/saved-views', { name: 'Ours', filter, isShared: true });
  expect((await staff('DELETE', `/saved-views/${body.id}`)).status).toBe(403);
  expect((await staff('PATCH', `/saved-views/${body.id}`, { name: 'Mine' })).status).toBe(403);
  expect((await owner('DELETE', `/saved-views/${body.id}`)).status).toBe(200);
});

it('views are moved, each owner’s among their own, and new ones come last', async () => {
  const add = async (name: string) => {
    const { body } = await staff('POST', '/saved-views', { name, filter: { view: 'open' } });
    return `/saved-views/${body.id}`;
  };
  const paths = [await add('C'), await add('A'), await add('B')] as const;
  const shared = await owner('POST', '/saved-views', { name: '0', filter: { view: 'open' }, isShared: true });
  const own = async () => (await namesOf(staff)).filter((name) => /^[ABCD0]$/.test(name));
  expect(await own()).toEqual(['C', 'A', 'B', '0']);
  expect((await staff('PATCH', paths[2], { position: 0 })).body.name).toBe('B');
  expect(await own()).toEqual(['B', 'C', 'A', '0']);
  await staff('PATCH', paths[2], { position: 30, name: 'D' });
  expect(await own()).toEqual(['C', 'A', 'D', '0']);
  expect((await staff('PATCH', paths[0], { position: -1 })).status).toBe(400);
  for (const path of paths) await staff('DELETE', path);
  await owner('DELETE', `/saved-views/${shared.body.id}`);
});

it('the conversations of each saved view are counted', async () => {
  const { body: contact } = await rig.workspace.api('POST', '/contacts', { phone: '15550100901' });
  const { body: conversation } = await owner('POST', `/contacts/${contact.id}/conversation`);
  const { body: label } = await owner('POST', '/labels', { name: 'Counted', color: 'red' });
  await owner('PATCH', `/conversations/${conversation.id}`, { addLabels: [label.id] });
  const add = async (filter: object) =>
    (await owner('POST', '/saved-views', { name: 'x', filter })).body.id as string;
  const ids = [
    await add({ view: 'open', label: label.id }),
    await add({ view: 'closed', label: label.id }),
    await add({ view: 'open', label: `lbl_0${'0'.repeat(25)}` }),
  ];
  const counts = (await owner('GET', '/saved-view-counts')).body.data;
  expect(ids.map((id) => counts.find((one: { id: string }) => one.id === id)?.count)).toEqual([1, 0, 0]);
  const others = (await staff('GET', '/saved-view-counts')).body.data;
  expect(others.some(({ id }: { id: string }) => ids.includes(id))).toBe(false);
});

it('there are at most 30 of each, also when they are saved at the same time', async () => {
  const answers = await Promise.all(
    Array.from({ length: SAVED_VIEWS_MAX + 3 }, (_, index) =>
      staff('POST', '/saved-views', { name: `View ${index}`, filter: { view: 'open' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(SAVED_VIEWS_MAX);
  expect(answers.find(({ status }) => status !== 201)?.body.error.code).toBe('saved_view_limit_reached');
});

it('a view that does not exist, or of another kind, is rejected', async () => {
  expect((await staff('DELETE', '/saved-views/nonsense')).body.error.code).toBe('saved_view_not_found');
  const { body } = await staff('POST', '/saved-views', {
    name: '',
    filter: { view: 'elsewhere', colour: 1 },
  });
  expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(['name', 'filter.view', 'filter.colour']),
  );
});
