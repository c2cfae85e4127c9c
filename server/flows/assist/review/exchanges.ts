import { isThanks } from '../../../../shared/domain/assist/text/thanks.ts';
import { businessTimeBetween, type ResponseRules } from '../../../../shared/domain/time/business-time.ts';

/** A conversation in which the member has written in the days of the review. */
export interface OwnConversation {
  id: Buffer;
  contactId: Buffer;
  contactName: string;
  status: 'open' | 'snoozed' | 'closed';
  assigneeId: Buffer | null;
}

/** A message of such a conversation. */
export interface ReviewedMessage {
  id: Buffer;
  contactId: Buffer;
  direction: 'inbound' | 'outbound';
  authorId: Buffer | null;
  createdAt: Date;
  text: string | null;
  /** Who wrote it, if no person with the dashboard and no program with a key did. */
  origin: string | null;
}

/** What a customer wrote, and what the team answered before the customer wrote again. */
export interface Exchange {
  conversation: OwnConversation;
  asked: ReviewedMessage[];
  answers: ReviewedMessage[];
  /** Whether the team had answered before, in the days of the review. */
  isLater: boolean;
}

/** Returns the exchanges of some conversations, in the order of their messages. An automatic message answers nothing. */
export function exchangesOf(
  conversations: readonly OwnConversation[],
  messages: readonly ReviewedMessage[],
): Exchange[] {
  const written = new Map<string, ReviewedMessage[]>();
  for (const message of messages) {
    const key = message.contactId.toString('hex');
    const own = written.get(key);
    if (own) own.push(message);
    else written.set(key, [message]);
  }
  return conversations.flatMap((conversation) => {
    const exchanges: Exchange[] = [];
    let isLater = false;
    for (const message of written.get(conversation.contactId.toString('hex')) ?? []) {
      const current = exchanges.at(-1);
      if (message.direction === 'inbound') {
        if (current && current.answers.length === 0) current.asked.push(message);
        else exchanges.push({ conversation, asked: [message], answers: [], isLater });
        continue;
      }
      // What a colleague wrote in the business app is an answer.
      if (message.origin !== null && message.origin !== 'business_app') continue;
      current?.answers.push(message);
      isLater = true;
    }
    return exchanges;
  });
}

/** Returns whether a member has given all of the answer: what colleagues wrote is not theirs. */
export function isAnsweredBy(me: Buffer, { answers }: Exchange): boolean {
  return answers.length > 0 && answers.every(({ authorId }) => authorId?.equals(me) ?? false);
}

/** Returns what was written as one text. */
export function textOfAll(messages: readonly ReviewedMessage[]): string {
  return messages
    .flatMap(({ text }) => text ?? [])
    .join('\n')
    .trim();
}

/**
 * Returns how many minutes of business hours the customer waited for a member's answer, where that is more than the target;
 * null where it is not. Whether an answer was the first since the conversation was opened is known only where another one
 * comes before it, so without one the longer target counts.
 */
export function lateBy(
  me: Buffer,
  { asked, answers, isLater }: Exchange,
  { hours, firstResponseMinutes, nextResponseMinutes }: ResponseRules,
): { waited: number; target: number } | null {
  const [first, answer] = [asked[0], answers[0]];
  const targets = [nextResponseMinutes, ...(isLater ? [] : [firstResponseMinutes])];
  const known = targets.filter((minutes) => minutes !== null);
  if (!first || !answer?.authorId?.equals(me) || known.length === 0) return null;
  if (asked.every(({ text }) => text !== null && isThanks(text))) return null;
  const target = Math.max(...known);
  const waited = Math.floor(businessTimeBetween(first.createdAt, answer.createdAt, hours) / 60_000);
  return waited > target ? { waited, target } : null;
}

/** Returns the last question that a member closed without an answer; null when there is none. */
export function closedQuestion(
  me: Buffer,
  { conversation, asked, answers }: Exchange,
): ReviewedMessage | null {
  const isTheirs = conversation.status === 'closed' && conversation.assigneeId?.equals(me) === true;
  if (!isTheirs || answers.length > 0) return null;
  return asked.findLast(({ text }) => text?.includes('?') ?? false) ?? null;
}
