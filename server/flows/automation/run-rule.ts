import { ACTIONS_PER_DAY, type RunReason, type RunResult } from '../../../shared/domain/automation/rules.ts';
import { isOpenAt } from '../../../shared/domain/time/business-time.ts';
import {
  contactUse,
  findRule,
  finishRun,
  firstUnmet,
  lockRun,
  partsOf,
  type RuleRow,
  type RunRow,
  stopRule,
} from '../../features/automation/index.ts';
import { isConnected } from '../../features/channel/index.ts';
import { findContact } from '../../features/contacts/index.ts';
import {
  labelIdsOf,
  lockWorkState,
  openConversation,
  responseRulesOf,
} from '../../features/conversations/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { assignmentRules } from '../assignment/assignment.service.ts';
import { problemOf } from './check-rule.ts';
import { factsOf } from './rule-facts.ts';
import { runActions } from './run-actions.ts';

const HOUR_MS = 3_600_000;
/** What a server that was down for longer finds waiting would surprise the customer. */
const LATE_MS = 24 * HOUR_MS;

/** What came of a run, and how many messages it sent. */
export interface Done {
  result: Exclude<RunResult, 'waiting'>;
  messages: number;
}

/**
 * Does a run in one transaction with its row: a server that is killed at any point has done all of it or nothing, and
 * the locked row keeps two servers from doing it both. Returns what came of it; null when there was nothing to do.
 */
export async function doRun(ctx: Context, id: Buffer): Promise<Done | null> {
  // Read before the transaction; inside, it would wait for a second connection.
  const hasAccount = await isConnected(ctx);
  return inTransaction(ctx, async (ctx) => {
    const run = await lockRun(ctx, id);
    const rule = run && (await findRule(ctx, run.ruleId));
    return run && rule ? runLocked(ctx, run, rule, hasAccount) : null;
  });
}

async function runLocked(
  ctx: ChangeContext,
  run: RunRow,
  rule: RuleRow,
  hasAccount: boolean,
): Promise<Done | null> {
  const { trigger, conditions, actions } = partsOf(rule);
  const skip = async (reason: RunReason, conditionNumber: number | null = null) => {
    await finishRun(ctx, run.id, { result: 'skipped', reason, conditionNumber });
    return { result: 'skipped', messages: 0 } as const;
  };
  if (rule.isEnabled === 0) return skip('rule_off');
  const contact = await findContact(ctx, run.contactId);
  if (!contact) return null;
  if (contact.isBlocked) return skip('contact_blocked');
  const now = ctx.clock.now();
  const since = trigger.kind === 'no_answer' ? run.createdAt : run.causedAt;
  if (now.getTime() - since.getTime() > LATE_MS) return skip('too_late');
  // Before the conversation, in the order in which conversations are assigned in turn.
  if (actions.some((action) => action.kind === 'assign' && action.memberId === null))
    await assignmentRules(ctx, true);
  const conversation = await openConversation(ctx, contact.id);
  const state = await lockWorkState(ctx, conversation.id);
  if (!state) return null;
  const isStillWaiting = state.status === 'open' && state.waitingSince?.getTime() === run.causedAt.getTime();
  if (trigger.kind === 'no_answer' && !isStillWaiting) return skip('answered');
  const found = await problemOf(ctx, { trigger, conditions, actions });
  if (found) {
    const locked = await findRule(ctx, rule.id, { isLocked: true });
    if (locked) await stopRule(ctx, locked, found.problem);
    await finishRun(ctx, run.id, { result: 'failed', reason: found.problem });
    return { result: 'failed', messages: 0 };
  }
  const { hours } = await responseRulesOf(ctx);
  const facts = factsOf(contact, await labelIdsOf(ctx, conversation.id), isOpenAt(now, hours));
  const unmet = firstUnmet(conditions, facts);
  if (unmet !== null) return skip('condition', unmet);
  const use = await contactUse(ctx, { contactId: contact.id, ruleId: rule.id }, rule);
  const isPaused =
    use.lastRunAt !== null && now.getTime() - use.lastRunAt.getTime() < rule.pauseHours * HOUR_MS;
  if (isPaused) return skip('pause');
  if (use.actions >= ACTIONS_PER_DAY) return skip('daily_limit');
  const { results, messages } = await runActions(
    ctx,
    {
      ...{ rule, trigger, run, contact, conversation, state },
      ...{ isConnected: hasAccount, sentLately: use.messages },
    },
    actions,
  );
  const done = results.filter(({ result }) => result === 'done').length;
  const isLimited = done === 0 && results.some(({ reason }) => reason === 'hourly_limit');
  const result = done === results.length ? 'done' : done > 0 ? 'partly' : 'skipped';
  await finishRun(ctx, run.id, {
    result,
    reason: isLimited ? 'hourly_limit' : null,
    ...{ actions: results, actionCount: done, messageCount: messages },
  });
  return { result, messages };
}
