import type { Publisher } from '../callbacks/publisher.ts';
import type { Clock, Timers } from '../state/clock.ts';
import { type KnobBoard, within } from '../state/knobs.ts';
import type { ChatMessage, MessageStatus } from '../state/model.ts';
import type { Store } from '../state/store.ts';
import type { Chats } from './chats.ts';
import { titleOf } from './error-catalogue.ts';
import type { People } from './people.ts';

export interface Ladder {
  /** Lets an accepted message go its way: sent, delivered, read; or failed; or nowhere. */
  start(message: ChatMessage): void;
  /** Publishes `sent` at once, for the knob that lets a status overtake the answer of its send. */
  sendNow(message: ChatMessage): void;
  /** The phone is on again: what was held for it arrives. */
  deliverHeld(waId: string): void;
  /** The person looks at the chat: everything delivered in it becomes read. */
  readAll(phoneNumberId: string, waId: string): void;
  /** Takes up messages that were on their way when an earlier process ended. */
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

/** While statuses are reordered, `sent` leaves this much after its turn, so that `delivered` overtakes it. */
const reorderLagMs = 700;

/** Moves messages of the business up their statuses, at the pace of a real phone. */
export function createLadder(parts: LadderParts): Ladder {
  const { store, clock, timers, knobs, people, chats, publisher } = parts;

  /** Per chat, what is on its way to the phone, in the order in which the platform took it. */
  const underWay = new Map<string, string[]>();
  const chatOf = ({ phoneNumberId, waId }: ChatMessage) => `${phoneNumberId}:${waId}`;

  function start(message: ChatMessage): void {
    const { sentDelayMs, deliveredDelayMs } = knobs.of(message.phoneNumberId);
    if (message.fate.kind === 'fail') timers.after(within(sentDelayMs), () => fail(message.id));
    if (message.fate.kind !== 'ladder') return;
    if (message.status === 'accepted') timers.after(within(sentDelayMs), () => sent(message.id));
    underWay.set(chatOf(message), [...(underWay.get(chatOf(message)) ?? []), message.id]);
    timers.after(within(deliveredDelayMs), () => arrive(message));
  }

  /** Messages to one person do not overtake each other: whatever was taken before this one arrives before it. */
  function arrive(message: ChatMessage): void {
    const ids = underWay.get(chatOf(message)) ?? [];
    for (const id of ids.splice(0, ids.indexOf(message.id) + 1)) delivered(id);
    if (ids.length === 0) underWay.delete(chatOf(message));
  }

  function sent(id: string): void {
    if (store.message.get(id)?.status !== 'accepted') return;
    const message = chats.change(id, { status: 'sent', sentAt: clock.now() });
    if (!message) return;
    const { reorder, deliveredDelayMs } = knobs.of(message.phoneNumberId);
    tell(message, 'sent', reorder ? deliveredDelayMs[1] + reorderLagMs : 0);
  }

  function delivered(id: string): void {
    sent(id);
    const before = store.message.get(id);
    // Held, not lost, while the phone is off: `deliverHeld` comes back for it.
    if (before?.status !== 'sent' || people.get(before.waId)?.phoneOff) return;
    const message = chats.change(id, { status: 'delivered', deliveredAt: clock.now() });
    if (!message) return;
    if (message.type === 'reaction') chats.react(message);
    const { dropDelivered, autoRead, readDelayMs } = knobs.of(message.phoneNumberId);
    if (!dropDelivered) tell(message, 'delivered');
    if (autoRead || chats.isOpen(message.phoneNumberId, message.waId)) {
      timers.after(within(readDelayMs), () => read(id));
    }
  }

  function read(id: string): void {
    if (store.message.get(id)?.status !== 'delivered') return;
    const message = chats.change(id, { status: 'read', readAt: clock.now() });
    if (message) tell(message, 'read');
  }

  function fail(id: string): void {
    const before = store.message.get(id);
    if (before?.status !== 'accepted' || before.fate.kind !== 'fail') return;
    const errorCode = before.fate.code;
    const message = chats.change(id, { status: 'failed', failedAt: clock.now(), errorCode });
    if (message) tell(message, 'failed');
  }

  function tell(message: ChatMessage, status: Step, delayMs = 0): void {
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
