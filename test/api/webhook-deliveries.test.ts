import { describe, expect, it } from 'vitest';
import { makeFailedDue } from '../../server/features/webhooks/deliveries/webhook-deliveries.repository.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import type { AuditEntry } from '../../shared/contract/audit-log.contract.ts';
import { type WebhookEvent, WebhookEventSchema } from '../../shared/events/webhook-event.ts';
import { eventually } from '../helpers/platform.ts';
import { createWorkspace } from '../helpers/test-server.ts';
import { verified } from '../helpers/webhook-receiver/index.ts';
import { setUpWebhooks } from '../helpers/webhooks.ts';

const rig = setUpWebhooks();
const { setUp, addEndpoint, deliveries, untilReceived, makeDue } = rig;

describe('a webhook', () => {
  it('sends a customer’s message and the status of our reply, signed and in order', async () => {
    const { workspace, path, phone, events, at } = await setUp();
    await rig.platform.customerWrites(phone, 'Until when are you open?');
    await untilReceived(path, 1);
    const sent = await workspace.api('POST', '/messages/send', {
      contactId: phone,
      type: 'text',
      content: 'Until six',
    });
    expect(sent.status).toBe(201);
    await untilReceived(path, 3);
    const sentEvents = events().toSorted((a, b) => a.seq - b.seq);
    for (const event of sentEvents) expect(WebhookEventSchema.parse(event)).toEqual(event);
    expect(sentEvents.map(({ type, data }) => [type, data.message.status])).toEqual([
      ['message.received', 'received'],
      ['message.updated', 'sent'],
      ['message.updated', 'delivered'],
    ]);
    expect(sentEvents.map(({ conversationSeq }) => conversationSeq)).toEqual([1, 2, 3]);
    const [first] = sentEvents as [WebhookEvent];
    expect(first).toMatchObject({ tenantId: workspace.tenantId, data: { contact: { phone } } });
    const history = await workspace.api('GET', `/messages/${phone}`);
    expect(first.data.message).toEqual(
      history.body.data.find((one: { id: string }) => one.id === first.data.message.id),
    );
    expect(first.data.message).not.toHaveProperty('conversationId');
    // The log agrees with the receiver.
    const log = await eventually(async () => {
      const all = await deliveries(workspace, at);
      return all.every((one: { state: string }) => one.state === 'succeeded') ? all : undefined;
    });
    expect(log.map((one: { eventId: string }) => one.eventId).toSorted()).toEqual(
      sentEvents.map(({ id }) => id).toSorted(),
    );
    const ofMessage = (id: string, person = workspace) =>
      person.dashboard('GET', `/messages/${id}/webhook-deliveries`);
    const { id: reply } = sent.body;
    expect((await ofMessage(reply)).body.data).toMatchObject([
      { type: 'message.updated', state: 'succeeded', url: expect.stringContaining(path) },
      { type: 'message.updated', state: 'succeeded', endpointId: at.split('/').at(-1) },
    ]);
    expect((await ofMessage(first.data.message.id)).body.data).toMatchObject([{ id: log.at(-1).id }]);
    const stranger = await createWorkspace(rig.server);
    expect((await ofMessage(reply, stranger)).status).toBe(404);
    const { body: detail } = await workspace.dashboard('GET', `${at}/deliveries/${log.at(-1).id}`);
    expect(JSON.parse(detail.body)).toEqual(first);
    expect(detail.log).toEqual([
      expect.objectContaining({
        number: 1,
        trigger: 'event',
        status: 200,
        ok: true,
        cause: null,
        responseBody: 'noted',
        remoteAddress: '127.0.0.1',
      }),
    ]);
  });

  it('has only the subscribed events, and none from before the endpoint', async () => {
    const { workspace, write, path, phone } = await setUp({ events: ['message.received'] });
    await write('first');
    await untilReceived(path, 1);
    const later = '/later';
    await addEndpoint(workspace, later);
    await workspace.api('POST', '/messages/send', { contactId: phone, type: 'text', content: 'hello' });
    await untilReceived(later, 2);
    expect(rig.receiver.at(path)).toHaveLength(1);
    expect(rig.receiver.at(later).map(({ body }) => JSON.parse(body).type)).not.toContain('message.received');
  });

  it('is retried with the same id and the same bytes until it succeeds', async () => {
    const { workspace, path, at, id, write, secret } = await setUp();
    await rig.receiver.behave(path, { status: 500 });
    await write('remember me');
    await untilReceived(path, 1);
    const [waiting] = await eventually(async () => {
      const all = await deliveries(workspace, at, '?state=pending');
      return all[0]?.attempts === 1 ? all : undefined;
    });
    expect(waiting).toMatchObject({ lastStatus: 500, lastCause: 'http_error', attemptsMax: 10 });
    const wait = (Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.lastAttemptAt)) / 1_000;
    expect(wait).toBeGreaterThan(3.5);
    expect(wait).toBeLessThan(7);
    for (const [query, count] of [
      ['?state=failing', 1],
      ['?state=failing&answer=5xx', 1],
      ['?answer=4xx', 0],
      ['?answer=none', 0],
      ['?state=failed', 0],
    ] as const) {
      expect([query, (await deliveries(workspace, at, query)).length]).toEqual([query, count]);
    }
    const { body: overview } = await workspace.dashboard('GET', `${at}/overview`);
    expect(overview.total).toMatchObject({ pending: 1, failing: 1, failed: 0 });
    await rig.receiver.behave(path, { status: 200 });
    await makeDue(id);
    const [first, second] = (await untilReceived(path, 2)) as [never, never];
    expect(verified(second, secret)).toEqual(verified(first, secret));
    expect((second as { body: string }).body).toBe((first as { body: string }).body);
    const header = (request: { headers: Record<string, string> }) => request.headers['webhook-id'];
    expect(header(second)).toBe(header(first));
    const done = await eventually(async () => (await deliveries(workspace, at, '?state=succeeded'))[0]);
    expect(await deliveries(workspace, at, '?state=failing')).toEqual([]);
    expect(await deliveries(workspace, at, '?answer=2xx')).toHaveLength(1);
    const { body } = await workspace.dashboard('GET', `${at}/deliveries/${done.id}`);
    expect(body.log.map((one: { trigger: string; status: number }) => [one.trigger, one.status])).toEqual([
      ['retry', 200],
      ['event', 500],
    ]);
  });

  it('fails after ten attempts, and can be resent', async () => {
    const { workspace, path, at, id, write } = await setUp();
    await rig.receiver.behave(path, { status: 500 });
    await write('stubborn');
    for (let attempts = 1; attempts <= 10; attempts += 1) {
      await eventually(async () => {
        await rig.endRest(id);
        await makeDue(id);
        const [one] = await deliveries(workspace, at);
        return one?.attempts >= attempts || undefined;
      });
    }
    const failed = await eventually(async () => (await deliveries(workspace, at, '?state=failed'))[0]);
    expect(failed).toMatchObject({ attempts: 10, attemptsMax: 10, nextAttemptAt: null });
    const { body: endpoint } = await workspace.dashboard('GET', at);
    expect([endpoint.state, endpoint.stateReason]).toEqual(['failing', expect.stringContaining('HTTP 500')]);

    // One more attempt, and no automatic one.
    await rig.endRest(id);
    await workspace.dashboard('POST', `${at}/deliveries/${failed.id}/resend`);
    await untilReceived(path, 11);
    const again = await eventually(async () => {
      const [one] = await deliveries(workspace, at, '?state=failed');
      return one?.attempts === 11 ? one : undefined;
    });
    await rig.receiver.behave(path, { status: 200 });
    await rig.endRest(id);
    const since = new Date(Date.parse(again.createdAt) - 1_000).toISOString();
    const { body: count } = await workspace.dashboard('POST', `${at}/resend-failed`, { since });
    expect(count).toEqual({ count: 1, isCapped: false });
    const [done] = await eventually(async () => {
      const all = await deliveries(workspace, at, '?state=succeeded');
      return all.length === 1 ? all : undefined;
    });
    const { body: detail } = await workspace.dashboard('GET', `${at}/deliveries/${done.id}`);
    expect(detail.log.slice(0, 3).map((one: { trigger: string }) => one.trigger)).toEqual([
      'resend',
      'resend',
      'retry',
    ]);
    const well = await eventually(async () => {
      const { body } = await workspace.dashboard('GET', at);
      return body.state === 'active' ? body : undefined;
    });
    expect(well.stateReason).toBeNull();
    const { body: entries } = await workspace.dashboard('GET', '/audit-log');
    const resent = (entries.data as AuditEntry[]).filter(
      ({ action }) => action === 'webhook_endpoint.resent',
    );
    expect(resent.map(({ target }) => target.id)).toEqual([id, id]);
  });

  it('that failed are resent in parts: each request goes on with the rest', async () => {
    const { workspace, at, id, write } = await setUp();
    await workspace.dashboard('POST', `${at}/pause`, { events: 'hold' });
    await write('one');
    await write('two');
    await eventually(async () => (await deliveries(workspace, at)).length === 2);
    const endpointId = decodeId(id);
    await rig.server.container.database.run(
      `UPDATE webhook_deliveries SET attempts = 1, visible_at = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR
       WHERE tenant_id = :tenantId AND endpoint_id = :endpointId`,
      { tenantId: workspace.scope.key, endpointId },
    );
    const ctx = rig.server.container.contextFor(workspace.scope);
    const span = { since: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) };
    const part = () => makeFailedDue(ctx, endpointId, span, 1);
    expect([await part(), await part(), await part()]).toEqual([1, 1, 0]);
  });

  it('can be tested with a sample event, which is attempted once', async () => {
    const { workspace, path, at, secret } = await setUp();
    await rig.receiver.behave(path, { status: 404 });
    const { status, body } = await workspace.dashboard('POST', `${at}/test`, { type: 'message.updated' });
    expect([status, body.isTest, body.state]).toEqual([201, true, 'pending']);
    const [request] = await untilReceived(path, 1);
    const event = verified(request as never, secret);
    expect(WebhookEventSchema.parse(event)).toMatchObject({ id: body.eventId, type: 'message.updated' });
    const failed = await eventually(async () => (await deliveries(workspace, at, '?state=failed'))[0]);
    expect(failed).toMatchObject({ attempts: 1, attemptsMax: 1, lastStatus: 404, lastCause: 'not_found' });
    const endpoint = await eventually(async () => {
      const { body } = await workspace.dashboard('GET', at);
      return body.lastDelivery ? body : undefined;
    });
    expect(endpoint).toMatchObject({ state: 'active', lastDelivery: { ok: false }, failingSince: null });
  });
});
