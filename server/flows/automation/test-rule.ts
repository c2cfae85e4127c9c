import type { AutomationRuleInput, RuleTest } from '../../../shared/contract/inbox/automation.contract.ts';
import {
  ACTIONS_PER_DAY,
  MESSAGES_PER_HOUR,
  SENDING_ACTIONS,
  TEST_DAYS,
  TEST_MESSAGES_MAX,
  TEST_SHOWN,
  type TestReason,
} from '../../../shared/domain/automation/rules.ts';
import { isOpenAt } from '../../../shared/domain/time/business-time.ts';
import { isWindowOpen, windowExpiresAt } from '../../../shared/domain/window.ts';
import { firstUnmet } from '../../features/automation/index.ts';
import { responseRulesOf } from '../../features/conversations/index.ts';
import { findTemplateByName, mayBeMarketing } from '../../features/templates/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { decodeId, encodeId } from '../../kernel/ids.ts';
import { findRow } from '../../kernel/tenancy/rows.ts';
import { momentsOf, type Past } from './past-moments.ts';
import { factsOf } from './rule-facts.ts';
import {
  contactsBefore,
  type PastConversation,
  type PastMessage,
  pastConversations,
  pastLabelings,
  pastMessages,
  pastTurns,
} from './test-rule.repository.ts';

/** Conversations that are read at once. */
const PAGE = 50;
const HOUR_MS = 3_600_000;
/** A test that has taken this long ends with what it has read. */
const TIME_MS = 4_000;
const TEXT_SHOWN = 120;

/** What a test compares the past with. */
interface Rules {
  rule: AutomationRuleInput;
  /** The name of the label of the trigger. */
  label: string | null;
  /** The actions, by their place, that send marketing. */
  marketing: ReadonlySet<number>;
  since: Date;
  now: Date;
  isOpen: (at: Date) => boolean;
}

/**
 * Says what a rule would have done with the messages of the last 30 days, conversation by conversation, the newest
 * first. Conditions are compared with the contacts and labels of today (decision 0389). Nothing is stored.
 */
export async function testRule(ctx: Context, rule: AutomationRuleInput): Promise<RuleTest> {
  const now = ctx.clock.now();
  const startedAt = ctx.clock.elapsedMs();
  const since = new Date(now.getTime() - TEST_DAYS * 24 * HOUR_MS);
  const { hours } = await responseRulesOf(ctx);
  const rules: Rules = {
    ...{ rule, since, now, label: await labelOf(ctx, rule), marketing: await marketingOf(ctx, rule) },
    isOpen: (at) => isOpenAt(at, hours),
  };
  const found: Found[] = [];
  let messages = 0;
  let before: PastConversation | null = null;
  let isComplete = false;
  while (messages < TEST_MESSAGES_MAX && ctx.clock.elapsedMs() - startedAt < TIME_MS) {
    const page: PastConversation[] = await pastConversations(ctx, { since, before, limit: PAGE });
    const pasts = await pastsOf(ctx, page, rules, TEST_MESSAGES_MAX - messages);
    for (const [index, conversation] of page.entries()) {
      const past = pasts[index];
      if (!past) continue;
      messages += past.messages.length;
      found.push(...runsIn(conversation, past, rules));
    }
    before = page.at(-1) ?? null;
    isComplete = page.length < PAGE && messages < TEST_MESSAGES_MAX;
    if (page.length < PAGE) break;
  }
  return { since: since.toISOString(), messages, isComplete, ...summaryOf(found) };
}

/** Returns what is known of some conversations, in their order, from so many messages. */
async function pastsOf(
  ctx: Context,
  page: readonly PastConversation[],
  { label, since, now }: Rules,
  limit: number,
): Promise<Past[]> {
  const ids = page.map(({ contactId }) => contactId);
  const read = await pastMessages(ctx, ids, { since, limit });
  // The thread that the limit cuts ends with what was read: whether it was answered after that is not known.
  const cut = read.length >= limit ? read.at(-1) : undefined;
  const messages = groupBy(read);
  const turns = groupBy(await pastTurns(ctx, ids, since));
  const labelings = groupBy(label === null ? [] : await pastLabelings(ctx, ids, { name: label, since }));
  const known = await contactsBefore(ctx, ids, since);
  return page.map(({ contactId, phone }) => {
    const key = contactId.toString('hex');
    return {
      phone,
      messages: messages.get(key) ?? [],
      turns: turns.get(key) ?? [],
      labelings: (labelings.get(key) ?? []).map(({ at }) => at),
      isKnown: known.has(key),
      until: cut?.contactId.equals(contactId) ? cut.createdAt : now,
    };
  });
}

function groupBy<Row extends { contactId: Buffer }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = row.contactId.toString('hex');
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

async function labelOf(ctx: Context, { trigger }: AutomationRuleInput): Promise<string | null> {
  if (trigger.kind !== 'label_added') return null;
  const row = await findRow(ctx, 'label', { where: { id: decodeId(trigger.labelId) }, columns: ['name'] });
  return row?.name ?? null;
}

async function marketingOf(ctx: Context, { actions }: AutomationRuleInput): Promise<Set<number>> {
  const found = new Set<number>();
  for (const [index, action] of actions.entries()) {
    if (action.kind !== 'template') continue;
    const template = await findTemplateByName(ctx, action.name, action.language);
    if (template && mayBeMarketing(template)) found.add(index);
  }
  return found;
}

/** A moment at which the rule would have been triggered, and why it would have done nothing. */
interface Found {
  conversation: PastConversation;
  at: Date;
  text: string | null;
  reason: TestReason | null;
}

function runsIn(conversation: PastConversation, past: Past, rules: Rules): Found[] {
  const { rule, isOpen } = rules;
  const isSending = rule.actions.some(({ kind }) => SENDING_ACTIONS.includes(kind));
  const runs: Date[] = [];
  const within = (at: Date, hours: number) =>
    runs.filter((run) => at.getTime() - run.getTime() < hours * HOUR_MS).length;
  return momentsOf(rule.trigger, past, isOpen).map(({ at, text }) => {
    const facts = factsOf(conversation, conversation.labelIds, isOpen(at));
    const reasonOf = (): TestReason | null => {
      if (conversation.isBlocked) return 'contact_blocked';
      if (firstUnmet(rule.conditions, facts) !== null) return 'condition';
      if (within(at, rule.pauseHours) > 0) return 'pause';
      if (within(at, 24) * rule.actions.length >= ACTIONS_PER_DAY) return 'daily_limit';
      if (isSending && within(at, 1) >= MESSAGES_PER_HOUR) return 'hourly_limit';
      return whyNothingIsSent(conversation, past.messages, at, rules);
    };
    const reason = reasonOf();
    if (reason === null) runs.push(at);
    return { conversation, at, text, reason };
  });
}

/** Returns why a rule that only sends messages could not have sent any; null for any other rule. */
function whyNothingIsSent(
  { phone, marketing }: PastConversation,
  messages: readonly PastMessage[],
  at: Date,
  rules: Rules,
): TestReason | null {
  const lastInbound = messages.findLast(
    ({ direction, createdAt }) => direction === 'inbound' && createdAt <= at,
  );
  const isOpen = isWindowOpen(windowExpiresAt(lastInbound?.createdAt ?? null), at);
  const reasons = rules.rule.actions.map(({ kind }, index): TestReason | null => {
    if (kind === 'text' || kind === 'saved_reply') return isOpen ? null : 'window_closed';
    if (kind !== 'template') return null;
    if (phone === null) return 'no_phone';
    return rules.marketing.has(index) && marketing === 'unsubscribed' ? 'unsubscribed' : null;
  });
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

function summaryOf(found: readonly Found[]): Pick<RuleTest, 'matched' | 'runs' | 'skipped' | 'samples'> {
  const counts = new Map<TestReason, number>();
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
