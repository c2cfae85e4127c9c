import type { Timers } from '../state/clock.ts';
import { byChance, type KnobBoard } from '../state/knobs.ts';
import type { Account } from '../state/model.ts';
import type { Store } from '../state/store.ts';
import { asciiJson } from './ascii-json.ts';
import { envelopeOf } from './envelope.ts';
import type { CallbackEvent } from './events.ts';
import type { CallbackQueue } from './queue.ts';

/** How long an incomplete batch waits for more events before it is sent, by the clock of the sandbox. */
const batchWaitMs = 40;

/** The longest that `reorder` holds back a callback, to mix it with others. */
export const maxScatterMs = 800;

export interface Publisher {
  /** Queues a callback about an event if the app is subscribed, to be sent after `delayMs`. */
  publish(event: CallbackEvent, delayMs?: number): void;
  /** Queues a callback for a field other than `messages`; `time` is in Unix seconds. */
  notify(account: Account, field: string, value: object, time: number): void;
  /** Queues incomplete batches before the process ends. */
  flush(): void;
}

/** Creates the publisher, which turns events into callback bodies of `batchSize` events each. */
export function createPublisher(
  store: Store,
  knobs: KnobBoard,
  timers: Timers,
  queue: CallbackQueue,
): Publisher {
  const waiting = new Map<string, CallbackEvent[]>();

  function release(phoneNumberId: string): void {
    const events = waiting.get(phoneNumberId) ?? [];
    waiting.delete(phoneNumberId);
    if (events.length > 0) enqueue(phoneNumberId, events, 0);
  }

  function enqueue(phoneNumberId: string, events: readonly CallbackEvent[], delayMs: number): void {
    const account = store.account.get(phoneNumberId);
    if (!account) return;
    const { missingContacts, reorder, callbackDelayMs } = knobs.of(phoneNumberId);
    const messageIds = events.flatMap((event) => (event.kind === 'message' ? [event.message.id] : []));
    const scatter = reorder && byChance(0.5) ? Math.random() * maxScatterMs : 0;
    const body = asciiJson(envelopeOf(account, events, { missingContacts }));
    queue.enqueue(
      { phoneNumberId, body, messageIds, summary: summaryOf(events) },
      delayMs + scatter + callbackDelayMs,
    );
  }

  return {
    publish(event, delayMs = 0) {
      const { phoneNumberId } = event.message;
      if (!store.account.get(phoneNumberId)?.subscribed) return;
      const { batchSize, clockSpeed } = knobs.of(phoneNumberId);
      if (batchSize === 1 || delayMs > 0) return enqueue(phoneNumberId, [event], delayMs);
      const events = [...(waiting.get(phoneNumberId) ?? []), event];
      waiting.set(phoneNumberId, events);
      if (events.length >= batchSize) release(phoneNumberId);
      else if (events.length === 1) timers.after(batchWaitMs / clockSpeed, () => release(phoneNumberId));
    },
    notify({ phoneNumberId, wabaId, subscribed }, field, value, time) {
      if (!subscribed) return;
      const entry = [{ id: wabaId, time, changes: [{ field, value }] }];
      const body = asciiJson({ object: 'whatsapp_business_account', entry });
      queue.enqueue({ phoneNumberId, body, messageIds: [], summary: `notice ${field}` }, 0);
    },
    flush() {
      for (const phoneNumberId of [...waiting.keys()]) release(phoneNumberId);
    },
  };
}

function summaryOf(events: readonly CallbackEvent[]): string {
  const [first] = events;
  if (events.length !== 1 || !first) return `${events.length} events`;
  return first.kind === 'message' ? `${first.message.type} message` : `status ${first.status}`;
}
