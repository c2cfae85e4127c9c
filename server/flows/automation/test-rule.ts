import type { AutomationRuleInput, RuleTest } from '../../../shared/contract/inbox/automation.contract.ts';
import {
  MESSAGES_PER_HOUR,
  type RunReason,
  SENDING_ACTIONS,
  TEST_DAYS,
  TEST_MESSAGES_MAX,
  TEST_SHOWN,
} from '../../../shared/domain/automation/rules.ts';
import { isOpenAt } from '../../../shared/domain/time/business-time.ts';
import { firstUnmet, isTriggeredBy } from '../../features/automation/index.ts';
import { responseRulesOf } from '../../features/conversations/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { factsOf } from './rule-facts.ts';
import {
  type PastConversation,
  type PastMessage,
  pastConversations,
  pastMessages,
} from './test-rule.repository.ts';

/** Conversations that are read at once. */
const PAGE = 50;
const HOUR_MS = 3_600_000;
/** A test that has taken this long ends with what it has read. */
const TIME_MS = 4_000;
const TEXT_SHOWN = 120;

/**
 * Says what a rule would have done with the messages of the last 30 days, conversation by conversation, the newest
 * first. Conditions are compared with the contacts and labels of today. Nothing is stored.
 */
export async function testRule(ctx: Context, rule: AutomationRuleInput): Promise<RuleTest> {
  const now = ctx.clock.now();
  const startedAt = ctx.clock.elapsedMs();
  const since = new Date(now.getTime() - TEST_DAYS * 24 * HOUR_MS);
  const { hours } = await responseRulesOf(ctx);
  const found: Found[] = [];
  let messages = 0;
  let before: PastConversation | null = null;
  let isComplete = false;
  while (messages < TEST_MESSAGES_MAX && ctx.clock.elapsedMs() - startedAt < TIME_MS) {
    const page: PastConversation[] = await pastConversations(ctx, { since, before, limit: PAGE });
    const past = await pastMessages(ctx, page, { since, limit: TEST_MESSAGES_MAX - messages });
    messages += past.length;
    const byContact = new Map<string, PastMessage[]>();
    for (const message of past) {
      const name = message.contactId.toString('hex');
      byContact.set(name, [...(byContact.get(name) ?? []), message]);
    }
    for (const conversation of page) {
      const thread = byContact.get(conversation.contactId.toString('hex')) ?? [];
      const isOpen = (at: Date) => isOpenAt(at, hours);
      found.push(...runsIn(rule, conversation, thread, { now, isOpen }));
    }
    before = page.at(-1) ?? null;
    isComplete = page.length < PAGE && messages < TEST_MESSAGES_MAX;
    if (page.length < PAGE) break;
  }
  return { since: since.toISOString(), messages, isComplete, ...summaryOf(found) };
}

/** A moment at which the rule would have been triggered, and why it would have done nothing. */
interface Found {
  conversation: PastConversation;
  at: Date;
  text: string | null;
  reason: RunReason | null;
}

function runsIn(
  rule: AutomationRuleInput,
  conversation: PastConversation,
  thread: readonly PastMessage[],
  { now, isOpen }: { now: Date; isOpen: (at: Date) => boolean },
): Found[] {
  const isSending = rule.actions.some(({ kind }) => SENDING_ACTIONS.includes(kind));
  const runs: Date[] = [];
  const within = (at: Date, hours: number) =>
    runs.filter((run) => at.getTime() - run.getTime() < hours * HOUR_MS).length;
  return momentsOf(rule, conversation, thread, { now, isOpen }).map(({ at, text }) => {
    const facts = factsOf(conversation, conversation.labelIds, isOpen(at));
    const reasonOf = (): RunReason | null => {
      if (conversation.isBlocked) return 'contact_blocked';
      if (firstUnmet(rule.conditions, facts) !== null) return 'condition';
      if (within(at, rule.pauseHours) > 0) return 'pause';
      return isSending && within(at, 1) >= MESSAGES_PER_HOUR ? 'hourly_limit' : null;
    };
    const reason = reasonOf();
    if (reason === null) runs.push(at);
    return { conversation, at, text, reason };
  });
}

/** Returns when the trigger of a rule would have started it in a conversation. */
function momentsOf(
  { trigger }: AutomationRuleInput,
  conversation: PastConversation,
  thread: readonly PastMessage[],
  { now, isOpen }: { now: Date; isOpen: (at: Date) => boolean },
): { at: Date; text: string | null }[] {
  if (trigger.kind === 'label_added') {
    // When labels were added is not kept: those that have it now stand for it.
    const has = conversation.labelIds.some((id) => encodeId('label', id) === trigger.labelId);
    return has ? [{ at: conversation.lastActivityAt, text: null }] : [];
  }
  if (trigger.kind === 'no_answer') return waitsOf(thread, trigger.hours, now);
  return thread.flatMap(({ direction, createdAt: at, text, isFirst }) => {
    if (direction === 'outbound') return [];
    const begins = isFirst ? ('first' as const) : null;
    return isTriggeredBy(trigger, { text, begins, isOpen: isOpen(at) }) ? [{ at, text }] : [];
  });
}

function waitsOf(thread: readonly PastMessage[], hours: number, now: Date) {
  const moments: { at: Date; text: string | null }[] = [];
  let waiting: PastMessage | null = null;
  const end = (until: Date) => {
    const at = waiting && new Date(waiting.createdAt.getTime() + hours * HOUR_MS);
    if (waiting && at && at <= until) moments.push({ at, text: waiting.text });
    waiting = null;
  };
  for (const message of thread) {
    if (message.direction === 'inbound') waiting ??= message;
    else if (message.isAnswer) end(message.createdAt);
  }
  end(now);
  return moments;
}

function summaryOf(found: readonly Found[]): Pick<RuleTest, 'matched' | 'runs' | 'skipped' | 'samples'> {
  const counts = new Map<RunReason, number>();
  for (const { reason } of found) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const newest = [...found].sort(
    (a, b) => Number(a.reason !== null) - Number(b.reason !== null) || b.at.getTime() - a.at.getTime(),
  );
  return {
    matched: found.length,
    runs: found.filter(({ reason }) => reason === null).length,
    skipped: [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
    samples: newest.slice(0, TEST_SHOWN).map(({ conversation, at, text, reason }) => ({
      contact: {
        id: encodeId('contact', conversation.contactId),
        name: conversation.name,
        phone: conversation.phone,
      },
      conversationId: encodeId('conversation', conversation.id),
      text: text === null ? null : [...text].slice(0, TEXT_SHOWN).join(''),
      at: at.toISOString(),
      reason,
    })),
  };
}
