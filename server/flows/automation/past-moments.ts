import type { RuleTrigger } from '../../../shared/contract/inbox/automation.contract.ts';
import { isTriggeredBy } from '../../features/automation/index.ts';
import { readConsent } from '../inbound/consent.ts';
import type { PastMessage, PastTurn } from './test-rule.repository.ts';

const HOUR_MS = 3_600_000;

/** What is known of a conversation of the past, each list the oldest first. */
export interface Past {
  phone: string | null;
  messages: readonly PastMessage[];
  turns: readonly PastTurn[];
  /** When the label of the trigger was added. */
  labelings: readonly Date[];
  /** Whether the customer had written or called before the first of the messages. */
  isKnown: boolean;
  /** Up to when everything was read. */
  until: Date;
}

/** A time at which a trigger would have started its rule. */
export interface Moment {
  at: Date;
  text: string | null;
}

/** Returns when a trigger would have started its rule in a conversation, the oldest first. */
export function momentsOf(trigger: RuleTrigger, past: Past, isOpen: (at: Date) => boolean): Moment[] {
  if (trigger.kind === 'label_added') return past.labelings.map((at) => ({ at, text: null }));
  if (trigger.kind === 'no_answer') return waitsOf(past, trigger.hours);
  const opened = new Set(past.turns.flatMap(({ kind, at }) => (kind === 'opened' ? [at.getTime()] : [])));
  let { isKnown } = past;
  return past.messages.flatMap(({ direction, createdAt: at, text, isOfGroup, isCall }) => {
    if (direction === 'outbound') return [];
    const begins = !isKnown ? ('first' as const) : opened.has(at.getTime()) ? ('again' as const) : null;
    isKnown = true;
    // As when messages arrive (`note-events.ts`): a word such as STOP has its own answer, and a group has not asked us.
    if (isCall || isOfGroup || readConsent(text, past.phone)) return [];
    return isTriggeredBy(trigger, { text, begins, isOpen: isOpen(at) }) ? [{ at, text }] : [];
  });
}

/**
 * Returns when customers had waited so many hours, also after a call that nobody took. An answer ends a wait, and so does
 * closing the conversation.
 */
function waitsOf({ messages, turns, until }: Past, hours: number): Moment[] {
  const closed = turns.filter(({ kind }) => kind === 'resolution');
  const moments: Moment[] = [];
  let waiting: PastMessage | null = null;
  const end = (time: Date) => {
    const at = waiting && new Date(waiting.createdAt.getTime() + hours * HOUR_MS);
    if (waiting && at && at <= time) moments.push({ at, text: waiting.text });
    waiting = null;
  };
  const steps = [
    ...messages.map((message) => ({ at: message.createdAt, message })),
    ...closed.map(({ at }) => ({ at, message: null })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at, message } of steps) {
    if (message?.isAnsweredCall) continue;
    if (message?.direction === 'inbound') waiting ??= message;
    else if (message === null || message.isAnswer) end(at);
  }
  end(until);
  return moments;
}
