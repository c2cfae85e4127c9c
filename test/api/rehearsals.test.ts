import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { lockRehearsal } from '../../server/flows/rehearsal/rehearsals.repository.ts';
import { endRehearsal, takeStep } from '../../server/flows/rehearsal/take-step.ts';
import { inTransaction } from '../../server/kernel/context/in-transaction.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { createTestPlatform } from '../../server/platform/graph/test-platform.ts';
import { isSimulatedPhone } from '../../shared/domain/rehearsal/rehearsal.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { setUpRehearsals } from '../helpers/rehearsals.ts';
import { call, createWorkspace, OWNER_PASSWORD, signIn, startTestServer } from '../helpers/test-server.ts';

const rig = setUpRehearsals();
const { dashboard, start, read, customerOf, run, tryRun, soon } = rig;
const { endPauses, whenEnded, conversationOf, readConversation, say, textsOf } = rig;

describe('a rehearsal', () => {
  it('is answered to the end: the customer asks, reacts, thanks, and the result says so', async () => {
    const { status, body: rehearsal } = await start(['late_order']);
    expect(status, JSON.stringify(rehearsal)).toBe(201);
    expect(rehearsal).toMatchObject({ isRunning: true, ended: null, members: [{ id: rig.me }] });
    const conversation = await conversationOf(rehearsal.id, 'late_order', 2);
    const { phone } = conversation.contact;
    expect(isSimulatedPhone(phone)).toBe(true);
    expect(conversation.contact.name).toBe('Rachel Moore');
    await soon(async () => {
      const { assignee } = await readConversation(conversation.id);
      return assignee?.id === rig.me;
    });

    await say(conversation.id, 'Hi Rachel! What is the number of your order?');
    await soon(async () => (await textsOf(phone, 'inbound')).includes('The order number is 48213.'));
    await say(conversation.id, 'Thank you. It arrives on Thursday.');
    await soon(async () => (await textsOf(phone, 'inbound')).includes('And why is it so late?'));
    await say(
      conversation.id,
      'It was held up by the carrier, {{reason}}. I have attached the receipt, Tom.',
    );
    const ended = await whenEnded(rehearsal.id);
    expect(ended.ended).toBe('done');
    await expect
      .poll(async () => (await textsOf(phone, 'inbound')).at(-1))
      .toBe('Ok, thank you for checking.');
    const [customer] = ended.customers;
    expect(customer).toMatchObject({
      ...{ outcome: 'reached', answers: 3, misses: 0, nudges: 0, rude: 0, messages: 5 },
      questions: [
        { question: 'delivery_day', isAnswered: true },
        { question: 'delay_reason', isAnswered: true },
      ],
    });
    expect(customer.details).toContainEqual({ detail: 'order_number', isAsked: true });
    expect(customer.details).toContainEqual({ detail: 'address', isAsked: false });
    expect(customer.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'placeholder', text: '{{reason}}' }),
        expect.objectContaining({ kind: 'attachment' }),
      ]),
    );
    expect(customer.firstResponseSeconds).toBeGreaterThanOrEqual(0);
    expect((await readConversation(conversation.id)).status).toBe('closed');
    const { data } = (await dashboard('GET', '/rehearsals')).body;
    expect(data[0]).toMatchObject({ id: rehearsal.id, customers: 1, reached: 1, isRunning: false });
    const actions = (await dashboard('GET', '/audit-log')).body.data.map(({ action }: Json) => action);
    expect(actions).toContain('rehearsal.started');
  });

  onlyInSoak(it)('writes in Portuguese, and sends a photo', async () => {
    const { body } = await start(['damage_photo'], { language: 'pt' });
    const { contact } = await conversationOf(body.id, 'damage_photo', 2);
    await expect
      .poll(() => textsOf(contact.phone, 'inbound'))
      .toEqual(['O espelho chegou assim.', 'O que vocês vão fazer?']);
    const photo = (await rig.messaging.history(contact.phone)).at(-1);
    expect(photo.type).toBe('image');
  });

  it('is stopped: nobody writes any more, and the conversations are closed', async () => {
    const { body } = await start(['price', 'opening_hours']);
    const conversation = await conversationOf(body.id, 'price');
    const stopped = (await dashboard('POST', `/rehearsals/${body.id}/stop`)).body;
    expect(stopped).toMatchObject({ ended: 'stopped', isRunning: false });
    expect(stopped.customers.map(({ outcome }: Json) => outcome)).toEqual(['stopped', 'stopped']);
    expect((await readConversation(conversation.id)).status).toBe('closed');
    const [row] = await rig.messaging.server.container.database.select<{ n: number }>(
      'SELECT COUNT(*) AS n FROM rehearsal_customers WHERE tenant_id = :t AND due_at IS NOT NULL',
      { t: rig.messaging.workspace.scope.key },
    );
    expect(Number(row?.n)).toBe(0);
    // Stopping twice changes nothing.
    expect((await dashboard('POST', `/rehearsals/${body.id}/stop`)).body.endedAt).toBe(stopped.endedAt);
  });

  it('ends when its time is up', async () => {
    const { body } = await start(['price']);
    await conversationOf(body.id, 'price');
    await run('UPDATE rehearsals SET ends_at = UTC_TIMESTAMP(3) WHERE tenant_id = :t AND id = :id', {
      id: decodeId(body.id),
    });
    const ended = await soon(async () => {
      const found = await read(body.id);
      return found.isRunning ? null : found;
    });
    expect(ended).toMatchObject({ ended: 'time_up', customers: [{ outcome: 'time_up' }] });
  });

  it('keeps the outcome of a customer whose line fails after the time was up', async () => {
    const { database, contextFor } = rig.messaging.server.container;
    const { scope } = rig.messaging.workspace;
    const ctx = contextFor(scope);
    const { body } = await start(['price']);
    await conversationOf(body.id, 'price');
    const rehearsalId = decodeId(body.id);
    const customer = async () => {
      const [row] = await database.select<{ id: Buffer; outcome: string | null; dueAt: Date | null }>(
        `SELECT id, outcome, due_at AS dueAt FROM rehearsal_customers
         WHERE tenant_id = :t AND rehearsal_id = :rehearsalId`,
        { t: scope.key, rehearsalId },
      );
      if (!row) throw new Error('the rehearsal has no customer');
      return row;
    };
    const endInTime = () =>
      inTransaction(ctx, async (ctx) => {
        const rehearsal = await lockRehearsal(ctx, rehearsalId);
        if (rehearsal?.ended === null) await endRehearsal(ctx, rehearsal, 'time_up');
      });
    // It answers with an error, and only after the rehearsal has ended.
    const sandbox = createServer((_, response) => {
      endInTime().then(
        () => response.writeHead(500).end(),
        () => response.destroy(),
      );
    }).listen(0, '127.0.0.1');
    await once(sandbox, 'listening');
    const graphUrl = `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`;
    const parts = {
      config: { sandboxEnabled: true, graphUrl },
      testPlatform: createTestPlatform(null, null),
    };
    try {
      const { id } = await customer();
      // Until the step is taken here, and not by the worker of the server.
      await eventually(async () => {
        await run(
          `UPDATE rehearsal_customers SET next_lines = :lines, due_at = UTC_TIMESTAMP(3)
           WHERE tenant_id = :t AND id = :id`,
          { id, lines: JSON.stringify([{ text: 'Are you there?' }]) },
        );
        await takeStep(ctx, parts, { id, rehearsalId });
        return (await read(body.id)).ended;
      });
    } finally {
      sandbox.closeAllConnections();
      sandbox.close();
    }
    expect(await customer()).toMatchObject({ outcome: 'time_up', dueAt: null });
  });

  it('goes on when a customer is not answered: they ask, ask again, and leave', async () => {
    const { body } = await start(['angry_refund']);
    const { contact } = await conversationOf(body.id, 'angry_refund', 2);
    const ended = await soon(async () => {
      await tryRun(
        `UPDATE rehearsal_customers SET wrote_at = wrote_at - INTERVAL 1 HOUR
         WHERE tenant_id = :t AND next_lines = '[]'`,
      );
      await endPauses(body.id);
      const found = await read(body.id);
      return found.isRunning ? null : found;
    });
    expect(ended.customers).toMatchObject([{ outcome: 'gave_up', nudges: 2, answers: 0 }]);
    expect((await textsOf(contact.phone, 'inbound')).slice(2)).toEqual([
      'Hello? Is anyone working there?',
      'This is unbelievable. Answer me!',
      'Never mind, this takes too long. I will try elsewhere.',
    ]);
  });

  it('is deleted with its contacts, once it has ended', async () => {
    const { body } = await start(['price']);
    const { contact } = await conversationOf(body.id, 'price');
    expect((await dashboard('DELETE', `/rehearsals/${body.id}`)).body.error.code).toBe('rehearsal_running');
    await dashboard('POST', `/rehearsals/${body.id}/stop`);
    expect((await dashboard('DELETE', `/rehearsals/${body.id}`)).body).toMatchObject({ deleted: true });
    expect((await dashboard('GET', `/rehearsals/${body.id}`)).status).toBe(404);
    expect((await rig.messaging.workspace.api('GET', `/contacts/${contact.id}`)).status).toBe(404);
  });

  onlyInSoak(it)('survives a contact that was deleted', async () => {
    const { body } = await start(['price']);
    const { contact } = await conversationOf(body.id, 'price');
    await soon(async () => (await customerOf(body.id, 'price')).conversationId !== null);
    await soon(async () => {
      const [row] = await rig.messaging.server.container.database.select<{ progress: string }>(
        `SELECT JSON_EXTRACT(progress, '$.isAssigned') AS progress FROM rehearsal_customers
         WHERE tenant_id = :t AND rehearsal_id = :id`,
        { t: rig.messaging.workspace.scope.key, id: decodeId(body.id) },
      );
      return String(row?.progress) === 'true';
    });
    expect((await rig.messaging.workspace.api('DELETE', `/contacts/${contact.id}`)).status).toBe(200);
    const ended = await soon(async () => {
      const found = await read(body.id);
      return found.isRunning ? null : found;
    });
    expect(ended.customers).toMatchObject([{ outcome: 'deleted', conversationId: null }]);
  });
});

describe('who may', () => {
  it('start one: staff for themselves only, and nobody twice at a time', async () => {
    const { server, workspace } = rig.messaging;
    const email = 'staff@rehearsal.test';
    const member = await workspace.addMember({
      ...{ name: 'Sol', email, password: OWNER_PASSWORD, role: 'staff' },
    });
    const headers = { cookie: await signIn(server, email, OWNER_PASSWORD) };
    const asStaff = (method: string, path: string, body?: object) =>
      call(`${server.url}/api/dashboard${path}`, { method, headers, ...(body && { body }) });
    const input = { scripts: ['price'], language: 'en', pace: 'calm', minutes: 10 };
    expect((await asStaff('POST', '/rehearsals', { ...input, memberIds: [rig.me] })).status).toBe(403);
    const own = await asStaff('POST', '/rehearsals', { ...input, memberIds: [member.id] });
    expect(own.status).toBe(201);
    expect((await start(['price'], { memberIds: [member.id] })).body.error.code).toBe(
      'rehearsal_limit_reached',
    );
    const { body: others } = await start(['price']);
    expect((await asStaff('GET', `/rehearsals/${others.id}`)).status).toBe(404);
    expect((await asStaff('POST', `/rehearsals/${others.id}/stop`)).status).toBe(404);
    const seen = (await asStaff('GET', '/rehearsals')).body.data.map(({ id }: Json) => id);
    expect(seen).toEqual([own.body.id]);
    expect((await dashboard('GET', `/rehearsals/${own.body.id}`)).status).toBe(200);
  });

  it('see one: nobody of another workspace', async () => {
    const { body } = await start(['price']);
    const other = await createWorkspace(rig.messaging.server);
    for (const [method, path] of [
      ['GET', `/rehearsals/${body.id}`],
      ['POST', `/rehearsals/${body.id}/stop`],
      ['DELETE', `/rehearsals/${body.id}`],
    ] as const)
      expect((await other.dashboard(method, path)).status).toBe(404);
    expect((await other.dashboard('GET', '/rehearsals')).body).toEqual({ obstacle: 'no_number', data: [] });
    const stranger = (await other.dashboard('GET', '/colleagues')).body.data[0].id;
    expect((await start(['price'], { memberIds: [stranger] })).status).toBe(404);
  });
});

it('refuses to start at a real number, and ends when the number is no longer the test number', async () => {
  const real = await startTestServer({ GRAPH_URL: rig.messaging.platform.url }, rig.messaging.server);
  try {
    const headers = { cookie: await signIn(real, rig.messaging.workspace.email, OWNER_PASSWORD) };
    const url = `${real.url}/api/dashboard/rehearsals`;
    expect((await call(url, { headers })).body.obstacle).toBe('real_number');
    const input = { scripts: ['price'], language: 'en', pace: 'busy', minutes: 10, memberIds: [rig.me] };
    const refused = await call(url, { method: 'POST', headers, body: input });
    expect(refused.body.error.code).toBe('rehearsal_not_possible');
  } finally {
    await real.stop();
  }
  const { body } = await start(['price']);
  await run(`UPDATE rehearsals SET number_id = '1' WHERE tenant_id = :t AND id = :id`, {
    id: decodeId(body.id),
  });
  const ended = await soon(async () => {
    const found = await read(body.id);
    return found.isRunning ? null : found;
  });
  expect(ended).toMatchObject({ ended: 'number_changed', customers: [{ outcome: 'stopped', messages: 0 }] });
});

it('names the field that is wrong', async () => {
  const cases: [object, string][] = [
    [{ scripts: [] }, 'scripts'],
    [{ scripts: ['price', 'price'] }, 'scripts'],
    [{ scripts: ['unknown'] }, 'scripts.0'],
    [{ memberIds: [] }, 'memberIds'],
    [{ minutes: 5 }, 'minutes'],
  ];
  for (const [more, path] of cases) {
    const { status, body } = await start(['price'], more);
    expect(status).toBe(400);
    expect(body.error.details[0].path, JSON.stringify(body)).toBe(path);
  }
});
