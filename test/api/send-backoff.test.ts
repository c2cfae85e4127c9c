import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertMessage, NO_CONTENT } from '../../server/features/messages/index.ts';
import { enqueueSend } from '../../server/flows/outbound/outbound-sends.repository.ts';
import { inTransaction } from '../../server/kernel/context/in-transaction.ts';
import { decodeId, newKey } from '../../server/kernel/ids.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { connectWorkspace, eventually } from '../helpers/platform.ts';
import { addTemplate } from '../helpers/templates.ts';
import { createWorkspace } from '../helpers/test-server.ts';

let rig: Messaging;
beforeEach(async () => {
  rig = await startMessaging({ RATE_LIMIT_KEY_PER_MINUTE: '100000', RATE_LIMIT_TENANT_PER_MINUTE: '100000' });
});
afterEach(() => rig.stop());

const configure = (patch: object) => rig.platform.configure(patch);
const text = (contactId: string, content: string) => rig.send({ contactId, type: 'text', content });
const people = (count: number, from = 15_550_170_000) =>
  Array.from({ length: count }, (_, i) => String(from + i));

/** Returns the POST /messages calls that reached the platform, with their responses. */
async function calls(): Promise<Json[]> {
  const { body } = await rig.platform.control('GET', '/calls');
  return body.data.filter((call: Json) => call.path.endsWith('/messages') && call.body?.type !== undefined);
}

async function greetAll(phones: string[]): Promise<void> {
  await Promise.all(phones.map((phone) => rig.platform.customerWrites(phone, 'hello')));
  await eventually(
    async () => (await rig.workspace.api('GET', '/contacts')).body.pagination.total >= phones.length,
  );
}

async function untilAllSent(ms = 20_000): Promise<void> {
  const { database } = rig.server.container;
  await eventually(async () => {
    const [row] = await database.select<{ left: number }>(
      'SELECT COUNT(*) AS `left` FROM outbound_sends WHERE tenant_id = :tenantId',
      { tenantId: rig.workspace.scope.key },
    );
    return Number(row?.left) === 0;
  }, ms);
}

/** Counts the sends in progress. */
async function leased(): Promise<number> {
  const held = 'SELECT 1 FROM outbound_sends WHERE tenant_id = :tenantId AND lease_token IS NOT NULL';
  const tenantId = rig.workspace.scope.key;
  return (await rig.server.container.database.select(held, { tenantId })).length;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('while the platform is down', () => {
  it('one probe per workspace runs, at growing intervals; everything is sent when it succeeds', async () => {
    const phones = people(30);
    await greetAll(phones);
    await configure({ answerErrorRate: 1 });
    const answers = await Promise.all(phones.map((phone) => text(phone, 'waiting')));
    expect(answers.map(({ body }) => body.status)).toEqual(phones.map(() => 'queued'));
    // At most thirty calls before the outage is certain, then one at a time: after 1, 2 and 4 seconds.
    for (const seconds of [1, 2, 4]) {
      const asked = (await calls()).length;
      rig.server.passTime(seconds + 1);
      await eventually(async () => (await calls()).length > asked);
    }
    const before = await calls();
    expect(before.length).toBeLessThan(30 + 6);
    const late = await text('15550170000', 'written during the outage');
    expect(late.body.status).toBe('queued');
    await configure({ answerErrorRate: 0 });
    rig.server.passTime(10);
    await untilAllSent(40_000);
    const accepted = (await calls()).filter((call) => call.status === 200);
    expect(accepted.length).toBe(31);
  }, 60_000);

  it('timeouts count as an outage, and do not affect another workspace', async () => {
    const other = await createWorkspace(rig.server);
    const account = {
      appId: '300000000000077',
      appSecret: 'another secret of another app',
      accessToken: 'another-token',
      wabaId: '900000000000077',
      phoneNumberId: '800000000000077',
    };
    await rig.platform.control('POST', '/accounts', { ...account, subscribed: true, registered: true });
    const { saveCredentials, contextFor } = rig.server.container;
    await saveCredentials(contextFor(other.scope), account);
    await addTemplate(rig.platform, {
      name: 'hello_world',
      language: 'en_US',
      phoneNumberId: account.phoneNumberId,
      status: 'APPROVED',
    });
    const phones = people(80);
    await greetAll(phones);
    // Every call of the first workspace hangs: its sends use all the slots that they may.
    await rig.platform.control('PATCH', `/accounts/${demoAccount.phoneNumberId}/knobs`, {
      answerHangRate: 1,
    });
    await Promise.all(phones.map((phone) => rig.workspace.api('POST', '/contacts', { phone, name: phone })));
    const stuck = phones.map((phone) => text(phone, 'stuck').catch(() => null));
    await eventually(async () => (await leased()) > 0);
    for (let round = 0; round < 3; round += 1) {
      await other.api('POST', '/contacts', { phone: `1555018000${round}` });
      const { body } = await other.api('POST', '/messages/send', {
        contactId: `1555018000${round}`,
        type: 'template',
        templateName: 'hello_world',
        templateLanguage: 'en_US',
      });
      // Returned at once: a hanging call times out after 15 seconds, and would first be returned as queued.
      expect(body).toMatchObject({ status: 'sent' });
    }
    expect((await calls()).filter((call) => call.phoneNumberId === demoAccount.phoneNumberId)).toEqual([]);
    // Stopping the platform ends the hanging calls without waiting for their timeouts.
    await rig.platform.stop();
    await Promise.all(stuck);
  }, 60_000);
});

describe('an answer that the database refuses for its content', () => {
  it('leaves the message as sent, so that it is not sent again, and a status brings the rest', async () => {
    const [phone = ''] = people(1);
    await greetAll([phone]);
    const { database } = rig.server.container;
    await database.run(`/* system: test */ CREATE TRIGGER refused BEFORE INSERT ON events FOR EACH ROW
      IF NEW.name = 'message.updated' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`);
    const { body } = await text(phone, 'once');
    expect(body.status).toBe('sent');
    await untilAllSent();
    expect(rig.server.logs.join('\n')).toContain('noted as sent without it');
    // Past the minute after which a message with an unknown outcome is sent again.
    rig.server.passTime(150);
    await wait(1_500);
    expect(await calls()).toHaveLength(1);
    await database.run('/* system: test */ DROP TRIGGER refused');
    const message = await eventually(async () => {
      const one = await rig.message(phone, body.id);
      return one?.status === 'delivered' && one;
    }, 20_000);
    expect(message.platformId).toEqual(expect.any(String));
    expect(await calls()).toHaveLength(1);
  });
});

describe('rejected credentials', () => {
  it('stop the queue without further calls and without counting attempts', async () => {
    const phones = people(20);
    await greetAll(phones);
    await configure({ tokenExpired: true });
    const answers = await Promise.all(phones.map((phone) => text(phone, 'waiting')));
    expect(answers.map(({ body }) => body.status)).toEqual(phones.map(() => 'queued'));
    await eventually(async () => (await leased()) === 0);
    const asked = (await calls()).length;
    // The workers look for work repeatedly.
    for (let look = 0; look < 5; look += 1) {
      rig.server.wake();
      await wait(100);
    }
    expect((await calls()).length).toBe(asked);
    const rows = await rig.server.container.database.select<{ attempts: number }>(
      'SELECT DISTINCT attempts FROM outbound_sends WHERE tenant_id = :tenantId',
      { tenantId: rig.workspace.scope.key },
    );
    expect(rows).toEqual([{ attempts: 0 }]);
    await configure({ tokenExpired: false });
    await connectWorkspace(rig.server, rig.workspace);
    await untilAllSent();
    expect((await calls()).filter((call) => call.status === 200).length).toBe(20);
  }, 60_000);
});

describe('rate limits of the platform', () => {
  it('for one contact do not delay others', async () => {
    await greetAll(['15550190001', '15550190002']);
    await configure({ nextSends: [131056] });
    const held = await text('15550190001', 'one too many');
    expect(held.body.status).toBe('queued');
    const free = await text('15550190002', 'not held up');
    expect(free.body.status).toBe('sent');
    await eventually(async () => (await rig.message('15550190001', held.body.id))?.status === 'delivered');
  });

  it('for a message of a broadcast do not delay the answer about another message to the same contact', async () => {
    const [phone = ''] = people(1);
    await greetAll([phone]);
    const { body: one } = await rig.workspace.api('GET', `/conversations/${phone}`);
    const place = { conversationId: decodeId(one.id), contactId: decodeId(one.contact.id) };
    const [id, broadcastId] = [newKey(), newKey()];
    await inTransaction(rig.server.container.contextFor(rig.workspace.scope), async (ctx) => {
      await insertMessage(ctx, {
        ...{ ...NO_CONTENT, ...place, id, createdAt: new Date(), broadcastId },
        ...{ type: 'text', direction: 'outbound', status: 'queued', content: 'To everyone' },
      });
      await enqueueSend(ctx, { id, contactId: place.contactId, expiryHours: 24, broadcastId });
      await ctx.db.run(
        `UPDATE outbound_sends SET attempts = 1, visible_at = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR
         WHERE tenant_id = :tenantId AND id = :id`,
        { tenantId: ctx.scope.key, id },
        ctx.tx,
      );
    });
    expect((await text(phone, 'To you')).body.status).toBe('sent');
  });

  it('for a number slow its sends down: nothing fails, and few calls are rejected', async () => {
    const phones = people(80);
    await greetAll(phones);
    await configure({ throughputPerSecond: 20 });
    await Promise.all(phones.map((phone) => text(phone, 'one of many')));
    await untilAllSent(60_000);
    const all = await calls();
    const rejected = all.filter((call) => call.errorCode === 130429).length;
    expect(all.filter((call) => call.status === 200).length).toBe(80);
    expect(rejected).toBeLessThan(80);
  }, 120_000);

  it('for the account stop everything until the time that the platform returns', async () => {
    await greetAll(['15550190003', '15550190004']);
    await configure({ nextSends: [80007], regainMinutes: 9 });
    expect((await text('15550190003', 'too much')).body.status).toBe('queued');
    expect((await text('15550190004', 'too much')).body.status).toBe('queued');
    const [pause] = await rig.server.container.database.select<{ reason: string; seconds: number }>(
      `SELECT reason, TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), probe_at) AS seconds FROM send_pauses
       WHERE tenant_id = :tenantId`,
      { tenantId: rig.workspace.scope.key },
    );
    expect(pause).toMatchObject({ reason: 'throttled' });
    expect(pause?.seconds).toBeGreaterThan(530);
    expect((await calls()).length).toBe(1);
  });
});
