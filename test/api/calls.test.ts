import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { business, now, sendCallback, untilMessage, wamid } from '../helpers/business-app.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';

/** Calls to and from the number: what the platform reports of them. */
let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging();
});
afterAll(() => rig.stop());

const api = (method: string, path: string) => rig.workspace.api(method, path);
const callback = (field: string, value: object) => sendCallback(rig, field, value);
const until = (phone: string, matches: (message: Json) => unknown) => untilMessage(rig, phone, matches);

describe('calls', () => {
  const call = (phone: string, more: object) => ({
    ...{ id: `wacid.${wamid()}`, from: phone, to: business, event: 'terminate', timestamp: String(now()) },
    ...{ direction: 'USER_INITIATED', status: 'COMPLETED', duration: 0, ...more },
  });

  it('are lines of their conversation once they have ended, and not in the audit log', async () => {
    const phone = '15550177030';
    const missed = call(phone, {});
    const answered = call(phone, { duration: 125 });
    await callback('calls', { calls: [{ ...missed, event: 'connect' }] });
    await callback('calls', { calls: [missed, { odd: true }] });
    await callback('calls', { calls: [missed, answered] });
    await until(phone, ({ inbound }) => inbound?.system?.kind === 'call_answered');
    const lines = (await rig.history(phone)).map(({ type, direction, content, inbound }: Json) => ({
      ...{ type, direction, content, system: inbound.system },
    }));
    const none = { from: null, to: null };
    expect(lines.toSorted((a: Json, b: Json) => a.content.localeCompare(b.content))).toEqual([
      {
        ...{ type: 'system', direction: 'inbound', content: 'Call · 2:05' },
        system: { kind: 'call_answered', seconds: 125, ...none },
      },
      {
        ...{ type: 'system', direction: 'inbound', content: 'Missed call' },
        system: { kind: 'call_missed', ...none },
      },
    ]);
    const { windowExpiresAt, unreadCount } = await dashboardConversation(phone);
    expect(Date.parse(windowExpiresAt)).toBeGreaterThan(Date.now());
    // The missed one only.
    expect(unreadCount).toBe(1);
    const other = '15550177033';
    await callback('calls', { calls: [call(other, { duration: 5 })] });
    await until(other, ({ type }) => type === 'system');
    expect((await dashboardConversation(phone)).waitingSince).not.toBeNull();
    expect((await dashboardConversation(other)).waitingSince).toBeNull();
    const { data } = (await rig.workspace.dashboard('GET', '/audit-log')).body;
    expect(data.filter(({ target }: Json) => target.label.startsWith('calls'))).toEqual([]);
  });

  it('that nobody took stay unread below what was read, and can be the first unread line', async () => {
    const phone = '15550177034';
    const { id: hello } = await rig.hello(phone, 'Are you there?');
    const { id } = await dashboardConversation(phone);
    await callback('calls', { calls: [call(phone, { duration: 30 })] });
    await callback('calls', { calls: [call(phone, {})] });
    const missed = await until(phone, ({ inbound }) => inbound?.system?.kind === 'call_missed');
    const read = async (upTo: string) =>
      (await rig.workspace.dashboard('POST', `/conversations/${id}/read`, { upTo })).body.unreadCount;
    const firstUnread = async () =>
      (await rig.workspace.dashboard('GET', `/conversations/${id}/messages?limit=5`)).body.firstUnreadId;
    expect(await firstUnread()).toBe(hello);
    expect(await read(hello)).toBe(1);
    expect(await firstUnread()).toBe(missed.id);
    expect(await read(missed.id)).toBe(0);
    expect(await firstUnread()).toBeNull();
  });

  it('of a person without a visible number are lines of their conversation, and a call that names no person is parked', async () => {
    const userId = 'BR.10000000000000077';
    const contacts = [{ profile: { name: 'Ana' }, user_id: userId }];
    const { from: _, ...unnamed } = call('', { from_user_id: userId });
    await callback('calls', { contacts, calls: [unnamed] });
    const found = async () =>
      (await rig.workspace.dashboard('GET', '/conversations?search=Ana')).body.data[0];
    await expect.poll(async () => (await found())?.lastMessage?.preview).toBe('Missed call');
    const { from: __, ...lost } = call('', {});
    await callback('calls', { calls: [lost] });
    await expect
      .poll(async () => {
        const { data } = (await rig.workspace.dashboard('GET', '/parked-items')).body;
        return data.some(({ reason }: Json) => /sender/.test(reason));
      })
      .toBe(true);
  });

  it('of the business are its own', async () => {
    const phone = '15550177031';
    const ours = { from: business, to: phone, direction: 'BUSINESS_INITIATED' };
    await callback('calls', { calls: [call(phone, { ...ours, status: 'FAILED' })] });
    const line = await until(phone, ({ type }) => type === 'system');
    expect(line).toMatchObject({ direction: 'outbound', status: 'sent', content: 'Call not answered' });
  });

  it('are deleted with their contact', async () => {
    const phone = '15550177032';
    await callback('calls', { calls: [call(phone, {})] });
    await until(phone, ({ type }) => type === 'system');
    const { id } = (await api('GET', `/contacts/${phone}`)).body;
    expect((await api('DELETE', `/contacts/${id}`)).status).toBe(200);
    expect((await api('GET', `/messages/${phone}`)).status).toBe(404);
  });
});

async function dashboardConversation(phone: string): Promise<Json> {
  const { data } = (await rig.workspace.dashboard('GET', `/conversations?search=${phone}`)).body;
  return data[0];
}
