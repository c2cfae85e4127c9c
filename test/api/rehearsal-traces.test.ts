import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readRecentMessages } from '../../server/features/assist/retrieval/conversations-read.repository.ts';
import { requestRebuild } from '../../server/features/insights/index.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { createInsightSteps } from '../helpers/insights.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { setUpRehearsals } from '../helpers/rehearsals.ts';
import { startTestServer } from '../helpers/test-server.ts';
import { startWebhookReceiver } from '../helpers/webhook-receiver/index.ts';

/** What a rehearsal leaves behind, and where it leaves nothing. */
const rig = setUpRehearsals({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
const { dashboard, start, customerOf, run, soon, whenEnded, conversationOf, say, textsOf } = rig;

describe('what is written', () => {
  it('is in the inbox once, when a server was killed after it had written and before it had noted that', async () => {
    const { body } = await start(['late_order']);
    const { contact } = await conversationOf(body.id, 'late_order', 2);
    const key = decodeId(body.id);
    // As a killed server leaves it: the second line is written, and still stored as the next one.
    await run(
      `UPDATE rehearsal_customers SET next_lines = :lines, due_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND
       WHERE tenant_id = :t AND rehearsal_id = :key`,
      {
        key,
        lines: JSON.stringify([{ text: 'My order should have arrived on Monday. When will it be here?' }]),
      },
    );
    await soon(async () => {
      const { messages } = await customerOf(body.id, 'late_order');
      return messages === 2;
    });
    expect(await textsOf(contact.phone, 'inbound')).toHaveLength(2);
    expect(
      (await rig.messaging.phone(contact.phone)).filter(({ from }: Json) => from === 'customer'),
    ).toHaveLength(2);
  });

  onlyInSoak(it)('is written once by two servers, and goes on when one of them ends', async () => {
    const { server, platform } = rig.messaging;
    const second = await startTestServer({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1' }, server);
    let isSecondUp = true;
    try {
      const { body } = await start(['late_order', 'wrong_item', 'price', 'address']);
      for (const script of ['late_order', 'wrong_item', 'price', 'address']) {
        const wake = setInterval(() => second.wake(), 20);
        const count = script === 'price' ? 1 : 2;
        const { contact } = await conversationOf(body.id, script, count);
        clearInterval(wake);
        const texts = await textsOf(contact.phone, 'inbound');
        expect(new Set(texts).size).toBe(texts.length);
      }
      await second.stop();
      isSecondUp = false;
      const price = await conversationOf(body.id, 'price');
      await say(price.id, 'It costs $480.');
      await soon(async () => (await textsOf(price.contact.phone, 'inbound')).includes('And how can I pay?'));
    } finally {
      if (isSecondUp) await second.stop();
    }
  });

  onlyInSoak(it)('is not sent to endpoints', async () => {
    const receiver = await startWebhookReceiver();
    const made = await dashboard('POST', '/webhook-endpoints', { url: `${receiver.url}/in` });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { body } = await start(['price']);
    const conversation = await conversationOf(body.id, 'price');
    await say(conversation.id, 'It is $480, and you can pay by card.');
    await whenEnded(body.id);
    await rig.messaging.hello('15550187777', 'a real one');
    const bodies = () => receiver.at('/in').map((request) => String(request.body));
    await eventually(async () => bodies().some((one) => one.includes('15550187777')));
    expect(bodies().filter((one) => one.includes(conversation.contact.phone))).toEqual([]);
    await receiver.stop();
    await dashboard('DELETE', `/webhook-endpoints/${made.body.endpoint.id}`);
  });

  it('is never merged with a real customer, whom the end of the rehearsal would delete', async () => {
    const { body } = await start(['late_order']);
    const { contact } = await conversationOf(body.id, 'late_order', 1);
    const real = (await rig.messaging.workspace.api('POST', '/contacts', { phone: '15550188001' })).body;
    for (const [of, into] of [
      [real.id, contact.id],
      [contact.id, real.id],
    ]) {
      const { status, body } = await rig.messaging.workspace.api('POST', `/contacts/${of}/merge`, { into });
      expect([status, body.error.details]).toEqual([
        400,
        [{ path: 'into', message: expect.stringContaining('simulated customer') }],
      ]);
    }
    expect((await rig.messaging.workspace.api('GET', `/contacts/${real.id}`)).body.phone).toBe('15550188001');
  });

  it('counts in no figure, also after a rebuild and after a deletion', async () => {
    const { server, workspace } = rig.messaging;
    const steps = createInsightSteps(server, workspace);
    const figures = async () => {
      await steps.whenCounted();
      const { body } = await workspace.api('GET', '/insights?days=2');
      const { messagesReceived, messagesSent, conversationsOpened, firstResponse, waiting, members } = body;
      return { messagesReceived, messagesSent, conversationsOpened, firstResponse, waiting, members };
    };
    const before = await figures();
    const { body } = await start(['late_order']);
    const conversation = await conversationOf(body.id, 'late_order', 2);
    expect((await figures()).waiting).toEqual(before.waiting);
    await say(conversation.id, 'It arrives on Thursday. It was held up by the carrier.');
    await whenEnded(body.id);
    expect(await figures()).toEqual(before);
    await requestRebuild(steps.ctx);
    expect(await figures()).toEqual(before);
    await dashboard('DELETE', `/rehearsals/${body.id}`);
    await eventually(async () => (await steps.messageRows(conversation.contact.id)) === 0);
    await requestRebuild(steps.ctx);
    expect(await figures()).toEqual(before);
  });

  it('teaches the assistant nothing', async () => {
    const { body: reply } = await dashboard('POST', '/saved-replies', {
      ...{ name: 'Table', content: 'The oak table costs $480. You can pay by card or bank transfer.' },
    });
    const { body } = await start(['price']);
    const conversation = await conversationOf(body.id, 'price');
    const sent = await dashboard('POST', `/conversations/${conversation.id}/messages`, {
      ...{ clientId: randomUUID(), content: reply.content, savedReply: { id: reply.id } },
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const examples = async () => {
      const [row] = await rig.messaging.server.container.database.select<{ n: number }>(
        'SELECT COUNT(*) AS n FROM reply_examples WHERE tenant_id = :t',
        { t: rig.messaging.workspace.scope.key },
      );
      return Number(row?.n);
    };
    expect(await examples()).toBe(0);
    // The same at a real customer teaches something.
    await rig.messaging.hello('15550187778', 'how much is the oak table?');
    const { data } = (await dashboard('GET', '/conversations?search=15550187778')).body;
    await dashboard('POST', `/conversations/${data[0].id}/messages`, {
      ...{ clientId: randomUUID(), content: reply.content, savedReply: { id: reply.id } },
    });
    expect(await examples()).toBe(1);
    const ctx = rig.messaging.server.container.contextFor(rig.messaging.workspace.scope);
    const read = await readRecentMessages(ctx, new Date(Date.now() - 3_600_000));
    const simulated = decodeId(conversation.contact.id).toString('hex');
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter(({ contactId }) => contactId.toString('hex') === simulated)).toEqual([]);
  });
});
