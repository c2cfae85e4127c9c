import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAssignmentRounds, createIdleRounds } from '../../server/flows/assignment/assign-in-turn.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { doRound, eventually } from '../helpers/platform.ts';
import { call, createWorkspace, OWNER_PASSWORD, signIn, type TestWorkspace } from '../helpers/test-server.ts';

type Dashboard = TestWorkspace['dashboard'];

let messaging: Messaging;
let ownerId = '';
const people: Record<string, { id: string; dashboard: Dashboard }> = {};
let customers = 0;

beforeAll(async () => {
  messaging = await startMessaging();
  ownerId = (await owner('GET', '/session')).body.user.id;
  for (const name of ['Ana', 'Bo']) {
    const email = `${name.toLowerCase()}@example.test`;
    const { id } = await messaging.workspace.addMember({
      name,
      email,
      password: OWNER_PASSWORD,
      role: 'staff',
    });
    const cookie = await signIn(messaging.server, email, OWNER_PASSWORD);
    const dashboard: Dashboard = (method, path, body) =>
      call(`${messaging.server.url}/api/dashboard${path}`, { method, body, headers: { cookie } });
    people[name] = { id, dashboard };
  }
});
afterAll(() => messaging.stop());

const owner: Dashboard = (...request) => messaging.workspace.dashboard(...request);
const rules = (changes: object = {}) =>
  owner('PUT', '/assignment', {
    ...{ mode: 'round_robin', capacity: null, onlyInHours: false, leftOut: [ownerId] },
    ...changes,
  });
const idOf = (name: string) => people[name]?.id ?? '';
const setAway = (name: string, isAway: boolean) =>
  people[name]?.dashboard('PUT', '/availability', { isAway });
const get = async (id: string): Promise<Json> =>
  (await owner('GET', `/conversations/${id}`)).body.conversation;
const assigneeOf = async (id: string): Promise<string | null> => (await get(id)).assignee?.name ?? null;
const assigned = (id: string) =>
  eventually(() => {
    messaging.server.wake();
    return assigneeOf(id);
  });

function nextPhone(): string {
  customers += 1;
  return `1555018${String(customers).padStart(4, '0')}`;
}

/** Returns the conversation of a customer who has just written. */
async function written(phone = nextPhone()): Promise<string> {
  await messaging.hello(phone);
  return (await owner('GET', `/conversations?search=${phone}`)).body.data[0].id;
}

/** Looks at all conversations, as the worker does: what is left then, is left. */
const aRound = () => doRound(createAssignmentRounds, messaging.server.container.resources);

beforeEach(async () => {
  await rules({ mode: 'manual' });
  const all = (await owner('GET', '/conversations?view=open&limit=100')).body.data.map(({ id }: Json) => id);
  if (all.length > 0) {
    await owner('POST', '/conversations/changes', {
      ids: all,
      change: { status: 'closed', assigneeId: null },
    });
  }
  for (const name of Object.keys(people)) await setAway(name, false);
});

it('conversations go to the people in turn, who are notified', async () => {
  const waiting = await written();
  expect(await assigneeOf(waiting)).toBeNull();
  await rules();
  const names = [await assigned(waiting)];
  for (let turn = 0; turn < 3; turn += 1) names.push(await assigned(await written()));
  expect(names[0]).not.toBe(names[1]);
  expect(names).toEqual([names[0], names[1], names[0], names[1]]);
  const { body } = (await people[names[0] ?? '']?.dashboard('GET', '/notifications')) ?? {};
  expect(body.data[0]).toMatchObject({ kind: 'assigned', actor: null });
  const { data } = (await owner('GET', '/audit-log')).body;
  expect(data).toContainEqual(expect.objectContaining({ action: 'workspace.assignment_changed' }));
});

it('nobody gets more than there is room for, and closing one makes room', async () => {
  await rules({ capacity: 1 });
  const first = [await written(), await written()];
  for (const id of first) await assigned(id);
  const third = await written();
  await aRound();
  expect(await assigneeOf(third)).toBeNull();
  const { members } = (await owner('GET', '/assignment')).body;
  expect(members.map(({ name, openCount, takesPart }: Json) => [name, openCount, takesPart])).toEqual(
    expect.arrayContaining([
      ['Ana', 1, true],
      ['Bo', 1, true],
      [expect.any(String), 0, false],
    ]),
  );
  const freed = await assigneeOf(first[0] ?? '');
  await owner('PATCH', `/conversations/${first[0]}`, { status: 'closed' });
  expect(await assigned(third)).toBe(freed);
});

it('servers that look at once assign each conversation once, and within the room', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) ids.push(await written());
  // As two more servers.
  const others = [1, 2].map(() => createAssignmentRounds(messaging.server.container.resources));
  await rules({ capacity: 2 });
  for (const other of others) other.start();
  await eventually(async () => {
    const names = await Promise.all(ids.map(assigneeOf));
    return names.filter((name) => name !== null).length === 4;
  });
  await aRound();
  for (const other of others) await other.stop();
  const names = await Promise.all(ids.map(assigneeOf));
  expect(names.toSorted()).toEqual(['Ana', 'Ana', 'Bo', 'Bo', null, null].toSorted());
});

it('people who are away get nothing new, and what a customer opens meanwhile goes to others', async () => {
  await rules({ leftOut: [ownerId, idOf('Bo')] });
  const phone = nextPhone();
  const of = await written(phone);
  expect(await assigned(of)).toBe('Ana');
  await owner('PATCH', `/conversations/${of}`, { status: 'closed' });
  await setAway('Ana', true);
  const colleagues = (await owner('GET', '/colleagues')).body.data;
  expect(colleagues).toContainEqual(expect.objectContaining({ id: idOf('Ana'), name: 'Ana', isAway: true }));
  const fresh = await written();
  await messaging.hello(phone, 'one more thing');
  await aRound();
  expect([await assigneeOf(fresh), await assigneeOf(of)]).toEqual([null, 'Ana']);
  await rules();
  expect([
    await assigned(fresh),
    await eventually(async () => (await assigneeOf(of)) === 'Bo' && 'Bo'),
  ]).toEqual(['Bo', 'Bo']);
});

it('a conversation that a customer reopens stays with the person who had it', async () => {
  await rules();
  const phone = nextPhone();
  const of = await written(phone);
  const name = await assigned(of);
  await owner('PATCH', `/conversations/${of}`, { status: 'closed' });
  await messaging.hello(phone, 'me again');
  await aRound();
  expect(await get(of)).toMatchObject({ status: 'open', assignee: { name } });
});

it('outside of business hours, conversations wait', async () => {
  const never = { timeZone: 'UTC', week: [[], [], [], [], [], [], []], closedDays: [] };
  const targets = { firstResponseMinutes: null, nextResponseMinutes: null };
  await owner('PUT', '/business-hours', { ...targets, hours: never });
  await rules({ onlyInHours: true });
  const of = await written();
  await aRound();
  expect(await assigneeOf(of)).toBeNull();
  await owner('PUT', '/business-hours', { ...targets, hours: null });
  await assigned(of);
});

it('other workspaces, staff and bad rules change nothing', async () => {
  expect((await people.Ana?.dashboard('GET', '/assignment'))?.status).toBe(403);
  const bad = await rules({ mode: 'random', capacity: 0, leftOut: ['me'] });
  expect(bad.body.error.details.map(({ path }: Json) => path)).toEqual(['mode', 'capacity', 'leftOut.0']);
  const theirs = await createWorkspace(messaging.server);
  await theirs.dashboard('PUT', '/assignment', {
    ...{ mode: 'round_robin', capacity: 5, onlyInHours: false },
    leftOut: [ownerId, idOf('Ana')],
  });
  await rules();
  const { members } = (await owner('GET', '/assignment')).body;
  expect(members.filter(({ takesPart }: Json) => takesPart)).toHaveLength(2);
});

it('members are away after a time without activity, and available again as soon as they do something', async () => {
  const away = async () =>
    (await owner('GET', '/assignment')).body.members
      .filter(({ isAway }: Json) => isAway)
      .map(({ name }: Json) => name);
  const use = (name: string) => people[name]?.dashboard('PUT', '/activity');
  /** As if the member had done nothing for so long. */
  const rest = (minutes: number) =>
    messaging.server.container.database.run(
      `UPDATE users SET active_at = UTC_TIMESTAMP(3) - INTERVAL ${minutes} MINUTE WHERE tenant_id = :tenantId`,
      { tenantId: messaging.workspace.scope.key },
    );
  await setAway('Ana', false);
  await setAway('Bo', false);
  await owner('PUT', '/activity');
  await rest(14);
  await rules({ mode: 'manual', awayAfterMinutes: 15 });
  const worker = createIdleRounds(messaging.server.container.resources);
  worker.start();
  try {
    await rest(16);
    await use('Ana');
    await owner('PUT', '/activity');
    worker.wake();
    await eventually(async () => (await away()).includes('Bo'));
    expect(await away()).toEqual(['Bo']);
    expect((await use('Bo'))?.body).toEqual({ isAway: false });
    expect(await away()).toEqual([]);
    // A person who has chosen Away stays away.
    await setAway('Bo', true);
    expect((await use('Bo'))?.body).toEqual({ isAway: true });
  } finally {
    await worker.stop();
    await setAway('Bo', false);
  }
  expect((await rules({ awayAfterMinutes: 4 })).status).toBe(400);
});

it('a conversation that cannot be assigned does not keep those behind it from being assigned', async () => {
  const { sequelize } = messaging.server.container.database;
  const [first, second] = [await written(), await written()];
  const key = decodeId(first).toString('hex');
  // The database refuses the change of this row for its data, which trying again does not change.
  await sequelize.query(
    `CREATE TRIGGER refuses_one BEFORE UPDATE ON conversations FOR EACH ROW
     IF NEW.id = x'${key}' THEN SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1366, MESSAGE_TEXT = 'bad value'; END IF`,
  );
  try {
    await rules();
    await expect.poll(() => assigned(second)).not.toBeNull();
    expect(await assigneeOf(first)).toBeNull();
  } finally {
    await sequelize.query('DROP TRIGGER refuses_one');
  }
  expect(await assigned(first)).not.toBeNull();
});
