import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { call, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);
const always = { hours: null, firstResponseMinutes: null, nextResponseMinutes: null };
const nine = [{ from: 540, to: 1_020 }];
const berlin = {
  timeZone: 'Europe/Berlin',
  week: [[], nine, nine, nine, nine, nine, []],
  closedDays: [{ date: '2026-12-25', name: 'Christmas' }],
};

/** Makes a customer write, and wait for a number of minutes. */
async function waitingFor(phone: string, minutes: number): Promise<string> {
  await messaging.hello(phone);
  const { id } = (await messaging.workspace.api('GET', `/conversations/${phone}`)).body;
  await messaging.server.container.database.run(
    `UPDATE conversations SET waiting_since = UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE
     WHERE tenant_id = :tenantId AND id = :id`,
    { tenantId: messaging.workspace.scope.key, id: decodeId(id), minutes },
  );
  return id;
}

const overdue = async () => ({
  listed: (await dashboard('GET', '/conversations?view=overdue')).body.data.map(({ id }: Json) => id),
  counted: (await dashboard('GET', '/conversation-counts')).body.overdue,
});

it('the rules are stored as a whole, with an event and an audit entry', async () => {
  expect((await dashboard('GET', '/business-hours')).body).toEqual(always);
  const rules = { hours: berlin, firstResponseMinutes: 60, nextResponseMinutes: 240 };
  expect(await dashboard('PUT', '/business-hours', rules)).toMatchObject({ status: 200, body: rules });
  expect((await dashboard('GET', '/business-hours')).body).toEqual(rules);
  const { data } = (await dashboard('GET', '/audit-log')).body;
  expect(data[0]).toMatchObject({
    action: 'workspace.business_hours_changed',
    target: { label: 'Europe/Berlin' },
  });
  const { body } = await dashboard('GET', '/events?since=0');
  // Events of background work, such as of the templates, may follow.
  const changed = body.events.findLast(({ name }: Json) => name === 'business_hours.changed');
  expect(changed).toMatchObject({ payload: { rules } });
  await dashboard('PUT', '/business-hours', always);
  expect((await dashboard('GET', '/business-hours')).body).toEqual(always);
});

it('impossible hours are rejected, and staff may see the rules but not change them', async () => {
  const wrong = async (hours: object) =>
    (await dashboard('PUT', '/business-hours', { ...always, hours: { ...berlin, ...hours } })).body.error
      .details;
  expect(await wrong({ timeZone: 'Europe/Atlantis' })).toMatchObject([{ path: 'hours.timeZone' }]);
  const late = { from: 600, to: 540 };
  expect(await wrong({ week: [[late], [], [], [], [], [], []] })).toMatchObject([{ path: 'hours.week.0' }]);
  const twice = [
    { from: 540, to: 720 },
    { from: 700, to: 800 },
  ];
  expect(await wrong({ week: [[], twice, [], [], [], [], []] })).toMatchObject([{ path: 'hours.week.1' }]);
  expect(await wrong({ closedDays: [{ date: '2026-02-30', name: '' }] })).toMatchObject([
    { path: 'hours.closedDays.0.date' },
  ]);
  const { server, workspace } = messaging;
  const email = 'staff@example.test';
  await workspace.addMember({ name: 'Sam', email, password: OWNER_PASSWORD, role: 'staff' });
  const headers = { cookie: await signIn(server, email, OWNER_PASSWORD) };
  const url = `${server.url}/api/dashboard/business-hours`;
  expect((await call(url, { headers })).status).toBe(200);
  expect((await call(url, { method: 'PUT', body: always, headers })).status).toBe(403);
});

it('what has waited longer than its target is overdue, the longest wait first', async () => {
  const [short, long] = [await waitingFor('15550195001', 20), await waitingFor('15550195002', 40)];
  expect(await overdue()).toEqual({ listed: [], counted: 0 });
  await dashboard('PUT', '/business-hours', { ...always, firstResponseMinutes: 30 });
  expect(await overdue()).toEqual({ listed: [long], counted: 1 });
  await dashboard('PUT', '/business-hours', { ...always, firstResponseMinutes: 10 });
  expect(await overdue()).toEqual({ listed: [long, short], counted: 2 });
  // The target of later answers does not apply to the first one.
  await dashboard('PUT', '/business-hours', { ...always, nextResponseMinutes: 10 });
  expect((await overdue()).listed).toEqual([]);
  // A team that never works is never late.
  const never = { ...berlin, week: [[], [], [], [], [], [], []] };
  await dashboard('PUT', '/business-hours', { ...always, hours: never, firstResponseMinutes: 10 });
  expect((await overdue()).listed).toEqual([]);
});

it('programs see until when a conversation should be answered', async () => {
  await dashboard('PUT', '/business-hours', { ...always, firstResponseMinutes: 30 });
  const id = await waitingFor('15550195003', 10);
  const { body } = await messaging.workspace.api('GET', `/conversations/${id}`);
  const waited = Date.parse(body.responseDueAt) - Date.parse(body.waitingSince);
  expect(waited).toBe(30 * 60_000);
  const closed = await messaging.workspace.api('PATCH', `/conversations/${id}`, { status: 'closed' });
  expect(closed.body.responseDueAt).toBeNull();
  await dashboard('PUT', '/business-hours', always);
});
