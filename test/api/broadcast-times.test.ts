import { afterAll, beforeAll, expect, it } from 'vitest';
import { zoneOfPhone } from '../../shared/domain/time/phone-zones.ts';
import { nextSendingTime, type SendingHours } from '../../shared/domain/time/sending-hours.ts';
import { instantOf, localTimeOf } from '../../shared/domain/time/time-zones.ts';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { addTemplate } from '../helpers/templates.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ sentDelayMs: [5, 10], deliveredDelayMs: [5, 20] });
  server = await startTestServer({ GRAPH_URL: platform.url });
  await addTemplate(platform, { name: 'plain' });
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
  expect(trippedStatements).toEqual([]);
});

/** Numbers in zones that are far from each other, so that it is day for some and night for others at any time. */
const PHONES = ['447700900101', '819012345601', '12125550101', '61491570101'];
const DAY_MS = 86_400_000;

const zoneOf = (phone: string) => zoneOfPhone(phone) ?? 'UTC';
const minuteOf = (phone: string, now: number) => (localTimeOf(now, zoneOf(phone)) % DAY_MS) / 60_000;

async function setUp(): Promise<TestWorkspace> {
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  await workspace.dashboard('POST', '/template-sync');
  await eventually(async () => (await workspace.api('GET', '/templates?search=plain')).body.data.length > 0);
  for (const phone of PHONES)
    expect((await workspace.api('POST', '/contacts', { phone, tags: ['news'] })).status).toBe(201);
  return workspace;
}

const input = { template: { name: 'plain', language: 'en' }, audience: { tag: 'news' } };

/** Returns hours of a day, far from their beginning and end, in which some of the numbers are now and others are not. */
function hoursOfNow(): { hours: SendingHours; awake: string[]; asleep: string[] } {
  const now = Date.now();
  for (let from = 0; from <= 960; from += 60) {
    const hours = { from, to: from + 480 };
    const isIn = (phone: string) => minuteOf(phone, now) > from + 5 && minuteOf(phone, now) < hours.to - 5;
    const isOut = (phone: string) => minuteOf(phone, now) < from - 5 || minuteOf(phone, now) > hours.to + 5;
    const awake = PHONES.filter(isIn);
    const asleep = PHONES.filter(isOut);
    if (awake.length > 0 && asleep.length > 0 && awake.length + asleep.length === PHONES.length)
      return { hours, awake, asleep };
  }
  throw new Error('no such hours');
}

it('sends to nobody outside their sending hours, says until when it waits, and follows a change of the hours', async () => {
  const workspace = await setUp();
  const { hours, awake, asleep } = hoursOfNow();
  expect((await workspace.dashboard('PUT', '/broadcast-settings', { hours, prices: null })).status).toBe(200);
  expect((await workspace.dashboard('GET', '/broadcast-settings')).body.hours).toEqual(hours);
  const { body: created } = await workspace.api('POST', '/broadcasts', { ...input, name: 'Hours' });
  const read = async () => (await workspace.api('GET', `/broadcasts/${created.id}`)).body;
  const waiting = await eventually(async () => {
    const broadcast = await read();
    return broadcast.counts.sent === awake.length && broadcast.wait !== null && broadcast;
  });
  const next = asleep.map((phone) => nextSendingTime(new Date(), zoneOf(phone), hours).getTime());
  expect(waiting).toMatchObject({
    ...{ status: 'running', counts: { sent: awake.length, waiting: asleep.length } },
    wait: { reason: 'recipient_time', until: new Date(Math.min(...next)).toISOString() },
  });
  const { body: people } = await workspace.api('GET', `/broadcasts/${created.id}/recipients?result=waiting`);
  const left = people.data.map(({ contact }: { contact: { phone: string } }) => contact.phone);
  expect(left.toSorted()).toEqual(asleep.toSorted());

  await workspace.dashboard('PUT', '/broadcast-settings', { hours: null, prices: null });
  const done = await eventually(async () => {
    const broadcast = await read();
    return broadcast.status === 'completed' && broadcast;
  });
  expect(done).toMatchObject({ wait: null, counts: { sent: PHONES.length, waiting: 0 } });
});

it('finds those for whom it is time under wider hours behind a page of others who were put off', async () => {
  const workspace = await setUp();
  const { hours, awake, asleep } = hoursOfNow();
  const [first = '', night = ''] = [awake[0], asleep[0]];
  // A part of the wider hours in which nobody is now.
  const isLate = minuteOf(first, Date.now()) > hours.from + 60;
  const narrow = isLate ? { from: hours.from, to: hours.from + 30 } : { from: hours.to - 30, to: hours.to };
  const numberOf = (index: number) => `${night.slice(0, -4)}${String(2_000 + index)}`;
  const phones = [first, ...Array.from({ length: 500 }, (_, index) => numberOf(index))];
  for (let from = 0; from < phones.length; from += 100) {
    const contacts = phones.slice(from, from + 100).map((phone) => ({ phone, addTags: ['many'] }));
    expect((await workspace.api('POST', '/contacts/batch', { contacts })).status).toBe(200);
  }
  await workspace.dashboard('PUT', '/broadcast-settings', { hours: narrow, prices: null });
  const { body: created } = await workspace.api('POST', '/broadcasts', {
    ...{ ...input, name: 'Wider', audience: { tag: 'many' } },
  });
  const read = async () => (await workspace.api('GET', `/broadcasts/${created.id}`)).body;
  const isAllPutOff = async () => {
    const { counts, wait } = await read();
    return counts.waiting === phones.length && wait !== null;
  };
  await eventually(isAllPutOff, 30_000);
  await server.container.database.run(
    `UPDATE broadcast_recipients r JOIN contacts c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
     SET r.due_at = UTC_TIMESTAMP(3) + INTERVAL 5 DAY WHERE r.tenant_id = :t AND c.phone = :first`,
    { t: workspace.scope.key, first },
  );
  await workspace.dashboard('PUT', '/broadcast-settings', { hours, prices: null });
  const after = await eventually(async () => {
    const broadcast = await read();
    return broadcast.counts.sent === 1 && broadcast.wait !== null && broadcast;
  });
  expect((await workspace.api('GET', `/messages/${first}`)).body.data).toHaveLength(1);
  expect(after.wait.until).toBe(nextSendingTime(new Date(), zoneOf(night), hours).toISOString());
});

it('sends to each person at their local time, and on the next day where it has passed', async () => {
  const workspace = await setUp();
  const now = Date.now();
  // Two minutes ahead for the first number; the others are hours behind or ahead of it.
  const [first = ''] = PHONES;
  const local = new Date(Math.ceil(localTimeOf(now, zoneOf(first)) / 60_000) * 60_000 + 120_000);
  const sendAtLocal = local.toISOString().slice(0, 16);
  const { status, body: created } = await workspace.api('POST', '/broadcasts', {
    ...{ ...input, name: 'Local', sendAtLocal },
  });
  expect([status, created.sendAt, created.sendAtLocal]).toEqual([201, null, sendAtLocal]);
  const read = async () => (await workspace.api('GET', `/broadcasts/${created.id}`)).body;
  const waiting = await eventually(async () => {
    const broadcast = await read();
    return broadcast.wait !== null && broadcast;
  });
  const times = PHONES.map((phone) => {
    const at = instantOf(local.getTime(), zoneOf(phone));
    return at < now ? instantOf(local.getTime() + DAY_MS, zoneOf(phone)) : at;
  });
  expect(waiting.wait.until).toBe(new Date(Math.min(...times)).toISOString());
  expect(waiting.counts).toMatchObject({ sent: 0, waiting: PHONES.length });
  // The two minutes pass.
  await server.container.database.run(
    'UPDATE broadcast_recipients SET due_at = due_at - INTERVAL 4 MINUTE WHERE tenant_id = :t',
    { t: workspace.scope.key },
  );
  const after = await eventually(async () => {
    const broadcast = await read();
    return broadcast.counts.sent > 0 && broadcast;
  });
  expect(after).toMatchObject({ status: 'running', counts: { sent: 1, waiting: PHONES.length - 1 } });
  expect((await workspace.api('GET', `/messages/${first}`)).body.data).toHaveLength(1);
});

it('refuses times that are not possible', async () => {
  const workspace = await setUp();
  const post = async (body: object) => {
    const answer = await workspace.api('POST', '/broadcasts', { ...input, name: 'Wrong', ...body });
    return [answer.status, answer.body.error?.details?.[0]?.path];
  };
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect(await post({ sendAt: later, sendAtLocal: later.slice(0, 16) })).toEqual([400, 'sendAtLocal']);
  expect(await post({ sendAtLocal: '2020-01-01T10:00' })).toEqual([400, 'sendAtLocal']);
  expect(await post({ sendAtLocal: '2099-02-30T10:00' })).toEqual([400, 'sendAtLocal']);
  expect(await post({ sendAtLocal: later })).toEqual([400, 'sendAtLocal']);
  const wrong = await workspace.dashboard('PUT', '/broadcast-settings', {
    ...{ hours: { from: 600, to: 600 }, prices: null },
  });
  expect(wrong.status).toBe(400);
});
