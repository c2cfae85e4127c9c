import { eventTypesOf, type WebhookSubscription } from '../../../../shared/domain/webhooks/webhook-values.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import type { StoredEvent } from '../../../kernel/outbox/relay.ts';
import { addDeliveries } from '../deliveries/webhook-deliveries.repository.ts';
import { eventReceivers } from '../endpoints/webhook-endpoints.repository.ts';
import type { WakeEndpoint } from '../endpoints/webhook-endpoints.service.ts';
import { renderEvent } from './render-event.ts';

/**
 * Stores a delivery of each event for each endpoint subscribed to it, before the relay marks the events as
 * processed. After a crash in between this runs again, and the second run changes nothing.
 */
export async function fanOutEvents(
  ctx: Pick<QueryContext, 'db' | 'scope'>,
  wake: WakeEndpoint,
  events: readonly StoredEvent[],
): Promise<void> {
  const { db, scope } = ctx;
  const receivers = (await eventReceivers(ctx)).map((receiver) => ({
    ...receiver,
    types: eventTypesOf(receiver.events.split(',') as WebhookSubscription[]),
  }));
  if (receivers.length === 0) return;
  const wanted = new Set(receivers.flatMap(({ types }) => types));
  const rendered = events.flatMap((event) => {
    const body = renderEvent(scope, event);
    return body && wanted.has(body.type) ? [{ ...body, seq: event.seq }] : [];
  });
  if (rendered.length === 0) return;
  const deliveries = receivers.flatMap(({ id, types, createdSeq }) =>
    rendered
      // Skip events from before the endpoint was created, by their numbers: the wall clock can step back.
      .filter((event) => types.includes(event.type) && event.seq > createdSeq)
      .map((event) => ({ endpointId: id, event, cause: 'event' as const, isLive: true })),
  );
  if (deliveries.length === 0) return;
  await db.transaction((tx) => addDeliveries({ db, scope, tx }, rendered, deliveries));
  for (const { id } of receivers) wake(scope, id);
}
