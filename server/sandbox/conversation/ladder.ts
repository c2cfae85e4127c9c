import { maxScatterMs, type Publisher } from '../callbacks/publisher.ts';
import type { Clock, Timers } from '../state/clock.ts';
import { type KnobBoard, within } from '../state/knobs.ts';
import type { ChatMessage, MessageStatus } from '../state/model.ts';
import type { Store } from '../state/store.ts';
import type { Chats } from './chats.ts';
import { titleOf } from './error-catalogue.ts';
import type { People } from './people.ts';

export interface Ladder {
  /** Starts the statuses of an accepted message: sent, delivered, read; or failed; or none. */
  start(message: ChatMessage): void;
  /** Publishes `sent` immediately, for `statusBeforeResponse`. */
  sendNow(message: ChatMessage): void;
  /** Delivers the messages that were held while the phone was off. */
  deliverHeld(waId: string): void;
  /** Marks all delivered messages of a chat as read. */
  readAll(phoneNumberId: string, waId: string): void;
  /** Continues with messages that were in transit when a previous process ended. */
  resume(): void;
}

interface LadderParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly knobs: KnobBoard;
  readonly people: People;
  readonly chats: Chats;
  readonly publisher: Publisher;
}

type Step = Exclude<MessageStatus, 'accepted'>;

/** Delay of `sent` when statuses are reordered, so that `delivered` arrives first, even a scattered one. */
const reorderLagMs = maxScatterMs + 100;

/** Advances the statuses of the business's messages at the speed of a real phone. */
export function createLadder(parts: LadderParts): Ladder {
  const { store, clock, timers, knobs, people, chats, publisher } = parts;

  /** Ids of messages in transit to the phone by chat, in the order in which they were accepted. */
  const inTransit = new Map<string, string[]>();
  const chatOf = ({ phoneNumberId, waId }: ChatMessage) => `${phoneNumberId}:${waId}`;

  function start(message: ChatMessage): void {
    const { sentDelayMs, deliveredDelayMs } = knobs.of(message.phoneNumberId);
    if (message.fate.kind === 'fail') timers.after(within(sentDelayMs), () => fail(message.id));
    if (message.fate.kind !== 'ladder') return;
    if (message.status === 'accepted') timers.after(within(sentDelayMs), () => sent(message.id));
    inTransit.set(chatOf(message), [...(inTransit.get(chatOf(message)) ?? []), message.id]);
    timers.after(within(deliveredDelayMs), () => arrive(message));
  }

  /** Delivers a message, and all earlier messages of its chat first, which keeps them in order. */
  function arrive(message: ChatMessage): void {
    const ids = inTransit.get(chatOf(message)) ?? [];
    for (const id of ids.splice(0, ids.indexOf(message.id) + 1)) delivered(id);
    if (ids.length === 0) inTransit.delete(chatOf(message));
  }

  function sent(id: string): void {
    if (store.message.get(id)?.status !== 'accepted') return;
    const message = chats.change(id, { status: 'sent', sentAt: clock.now() });
    if (!message) return;
    const { reorder, deliveredDelayMs } = knobs.of(message.phoneNumberId);
    publishStatus(message, 'sent', reorder ? deliveredDelayMs[1] + reorderLagMs : 0);
  }

  function delivered(id: string): void {
    sent(id);
    const before = store.message.get(id);
    // Messages are held while the phone is off; `deliverHeld` delivers them.
    if (before?.status !== 'sent' || people.get(before.waId)?.phoneOff) return;
    const message = chats.change(id, { status: 'delivered', deliveredAt: clock.now() });
    if (!message) return;
    if (message.type === 'reaction') chats.react(message);
    const { dropDelivered, autoRead, readDelayMs } = knobs.of(message.phoneNumberId);
    if (!dropDelivered) publishStatus(message, 'delivered');
    if (autoRead || chats.isOpen(message.phoneNumberId, message.waId)) {
      timers.after(within(readDelayMs), () => read(id));
    }
  }

  function read(id: string): void {
    if (store.message.get(id)?.status !== 'delivered') return;
    const message = chats.change(id, { status: 'read', readAt: clock.now() });
    if (message) publishStatus(message, 'read');
  }

  function fail(id: string): void {
    const before = store.message.get(id);
    if (before?.status !== 'accepted' || before.fate.kind !== 'fail') return;
    const errorCode = before.fate.code;
    const message = chats.change(id, { status: 'failed', failedAt: clock.now(), errorCode });
    if (message) publishStatus(message, 'failed');
  }

  function publishStatus(message: ChatMessage, status: Step, delayMs = 0): void {
    const customer = people.get(message.waId);
    if (!customer) return;
    const error =
      message.errorCode === null ? null : { code: message.errorCode, ...titleOf(message.errorCode) };
    publisher.publish({ kind: 'status', message, customer, status, at: clock.now(), error }, delayMs);
  }

  const business = () => [...store.message.values()].filter((message) => message.from === 'business');

  return {
    start,
    sendNow: (message) => sent(message.id),
    deliverHeld(waId) {
      for (const message of business()) {
        if (message.waId !== waId || message.status !== 'sent') continue;
        arrive(message);
        delivered(message.id);
      }
    },
    readAll(phoneNumberId, waId) {
      for (const message of chats.messages(phoneNumberId, waId)) {
        if (message.from === 'business' && message.status === 'delivered') read(message.id);
      }
    },
    resume() {
      for (const message of business()) {
        if (message.status === 'accepted' || message.status === 'sent') start(message);
      }
    },
  };
}
