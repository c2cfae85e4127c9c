import type { QueryContext } from '../../../kernel/context/context.ts';
import type { StoredEvent } from '../../../kernel/outbox/relay.ts';
import { addDeliveries } from '../deliveries/webhook-deliveries.repository.ts';
import { eventReceivers } from '../endpoints/webhook-endpoints.repository.ts';
import type { WakeEndpoint } from '../endpoints/webhook-endpoints.service.ts';
import { renderEvent } from './render-event.ts';

/**
 * Stores which endpoints are owed which events, before the relay counts the events as handed on: a
 * crash in between repeats this, and the second time changes nothing.
 */
export async function fanOutEvents(
  ctx: Pick<QueryContext, 'db' | 'scope'>,
  wake: WakeEndpoint,
  events: readonly StoredEvent[],
): Promise<void> {
  const { db, scope } = ctx;
  const rendered = events.flatMap((event) => {
    const body = renderEvent(scope, event);
    return body ? [{ ...body, seq: event.seq }] : [];
  });
  if (rendered.length === 0) return;
  const receivers = await eventReceivers(ctx);
  const owed = receivers.flatMap(({ id, events: types, createdSeq }) =>
    rendered
      // Events from before the endpoint are not for it. Numbers say so; the wall clock may step back.
      .filter((event) => types.split(',').includes(event.type) && event.seq > createdSeq)
      .map((event) => ({ endpointId: id, event, cause: 'event' as const, isLive: true })),
  );
  if (owed.length === 0) return;
  await db.transaction((tx) => addDeliveries({ db, scope, tx }, rendered, owed));
  for (const { id } of receivers) wake(id);
}
