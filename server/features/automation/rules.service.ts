import type {
  AutomationRule,
  AutomationRuleInput,
} from '../../../shared/contract/inbox/automation.contract.ts';
import {
  type ReadyMadeRule,
  RULES_MAX,
  type RuleProblem,
  type RunResult,
} from '../../../shared/domain/automation/rules.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { latestSeq } from '../../kernel/outbox/relay.ts';
import { deleteRow, insertRow, limitRows, updateRow } from '../../kernel/tenancy/rows.ts';
import { presentRule, presentRun } from './automation.presenter.ts';
import { allRules, findRule, type RuleRow, rulesInOrder } from './rules.repository.ts';
import { runPage } from './runs.repository.ts';

/** Returns the rules of the workspace in the order in which they run. */
export async function listRules(ctx: Context): Promise<{ data: AutomationRule[] }> {
  return { data: (await allRules(ctx)).map(presentRule) };
}

/** Returns a rule. @throws {AppError} automation_rule_not_found */
export async function getRule(ctx: Context, id: string): Promise<AutomationRule> {
  const row = (await allRules(ctx)).find((one) => one.id.equals(ruleKey(id)));
  if (!row) throw new AppError('automation_rule_not_found');
  return presentRule(row);
}

/** Creates a rule. @throws {AppError} automation_limit_reached */
export async function createRule(
  ctx: Context,
  input: AutomationRuleInput & { isEnabled: boolean; readyMade?: ReadyMadeRule | undefined },
): Promise<AutomationRule> {
  const switched = await switchedTo(ctx, input.isEnabled);
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    // The last one; two that are created at once are in the order of their ids.
    const last = (await rulesInOrder(ctx)).at(-1);
    const row: RuleRow = {
      ...{ id: newKey(), ...columnsOf(input), readyMade: input.readyMade ?? null, problem: null },
      position: last ? last.position + 1 : 0,
      ...switched,
      ...{ createdAt: now, updatedAt: now },
    };
    await insertRow(ctx, 'automationRule', row);
    limitRows(ctx, 'automationRule', { max: RULES_MAX, code: 'automation_limit_reached' });
    await recordRule(ctx, row, 'automation_rule.created');
    return presentRule(row);
  });
}

/** Replaces what a rule does. One that the server had switched off stays off. @throws {AppError} automation_rule_not_found */
export async function changeRule(
  ctx: Context,
  id: string,
  input: AutomationRuleInput,
): Promise<AutomationRule> {
  const switchedOn = await switchedTo(ctx, true);
  return inTransaction(ctx, async (ctx) => {
    const before = await lockRule(ctx, id);
    const row = { ...before, ...columnsOf(input), problem: null, updatedAt: ctx.clock.now() };
    // Like a new rule: what happened before the change does not start it.
    const changed = row.isEnabled === 1 ? { ...row, ...switchedOn } : row;
    await updateRow(ctx, 'automationRule', row.id, changed);
    await recordRule(ctx, row, 'automation_rule.changed');
    return presentRule(changed);
  });
}

/** Switches a rule on or off. @throws {AppError} automation_rule_not_found */
export async function switchRule(ctx: Context, id: string, isEnabled: boolean): Promise<AutomationRule> {
  const switched = await switchedTo(ctx, isEnabled);
  return inTransaction(ctx, async (ctx) => {
    const before = await lockRule(ctx, id);
    if ((before.isEnabled === 1) === isEnabled) return presentRule(before);
    const changes = {
      ...switched,
      ...(isEnabled && { problem: null }),
      updatedAt: ctx.clock.now(),
    };
    await updateRow(ctx, 'automationRule', before.id, changes);
    const row = { ...before, ...changes };
    await recordRule(ctx, row, isEnabled ? 'automation_rule.switched_on' : 'automation_rule.switched_off');
    return presentRule(row);
  });
}

/** Puts a rule at a place in the order. @throws {AppError} automation_rule_not_found */
export async function moveRule(
  ctx: Context,
  id: string,
  position: number,
): Promise<{ data: AutomationRule[] }> {
  await inTransaction(ctx, async (ctx) => {
    const rules = await rulesInOrder(ctx, { isLocked: true });
    const moved = rules.find((one) => one.id.equals(ruleKey(id)));
    if (!moved) throw new AppError('automation_rule_not_found');
    const ordered = rules.filter((one) => one !== moved).toSpliced(position, 0, moved);
    if (ordered.every((one, index) => one === rules[index])) return;
    for (const [index, row] of ordered.entries()) {
      if (row.position !== index) await updateRow(ctx, 'automationRule', row.id, { position: index });
    }
    await recordRule(ctx, moved, 'automation_rule.moved');
  });
  return listRules(ctx);
}

/** Switches off a rule that cannot work, and says why. The row is locked. */
export async function stopRule(ctx: ChangeContext, row: RuleRow, problem: RuleProblem): Promise<void> {
  if (row.isEnabled === 0) return;
  await updateRow(ctx, 'automationRule', row.id, {
    ...{ isEnabled: 0, enabledAt: null, problem, updatedAt: ctx.clock.now() },
  });
  await recordRule(ctx, row, 'automation_rule.stopped');
}

/** Deletes a rule with its log. Messages that it sent stay. @throws {AppError} automation_rule_not_found */
export function removeRule(ctx: Context, id: string) {
  return inTransaction(ctx, async (ctx) => {
    const row = await lockRule(ctx, id);
    await deleteRow(ctx, 'automationRule', row.id);
    await recordRule(ctx, row, 'automation_rule.removed');
    return { id, deleted: true as const };
  });
}

/** Returns a page of a rule's log, newest first. @throws {AppError} automation_rule_not_found */
export async function listRuns(
  ctx: Context,
  id: string,
  query: { result?: RunResult | undefined; limit: number; cursor?: string | undefined },
) {
  const key = ruleKey(id);
  if (!(await findRule(ctx, key))) throw new AppError('automation_rule_not_found');
  const place = ['automation-runs', ctx.scope.tenantId, id, query.result ?? ''];
  const [before] = query.cursor ? ctx.cursors.read(place, query.cursor) : [];
  const rows = await runPage(ctx, key, {
    result: query.result,
    before: before === undefined ? null : decodeId(String(before)),
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const nextCursor =
    rows.length > query.limit && last ? ctx.cursors.write(place, [encodeId('automationRun', last.id)]) : null;
  return { data: page.map(presentRun), nextCursor };
}

function columnsOf({ name, trigger, conditions, actions, pauseHours }: AutomationRuleInput) {
  return {
    ...{ name, pauseHours, triggerKind: trigger.kind, triggerJson: JSON.stringify(trigger) },
    ...{ conditions: JSON.stringify(conditions), actions: JSON.stringify(actions) },
  };
}

/**
 * Returns what is stored when a rule is switched: from which event on it counts. Read before the transaction, which must
 * not wait for a second connection.
 */
async function switchedTo(ctx: Context, isEnabled: boolean) {
  return {
    isEnabled: isEnabled ? 1 : 0,
    enabledSeq: isEnabled ? await latestSeq(ctx.db, ctx.scope) : 0,
    enabledAt: isEnabled ? ctx.clock.now() : null,
  };
}

type RuleAudit = 'created' | 'changed' | 'moved' | 'switched_on' | 'switched_off' | 'stopped' | 'removed';

async function recordRule(
  ctx: ChangeContext,
  { id: key, name }: Pick<RuleRow, 'id' | 'name'>,
  action: `automation_rule.${RuleAudit}`,
): Promise<void> {
  const id = encodeId('automationRule', key);
  await ctx.audit({ action, target: { kind: 'automation_rule', id, label: name } });
  ctx.record('automation_rule.changed', { id });
}

async function lockRule(ctx: ChangeContext, id: string): Promise<RuleRow> {
  const row = await findRule(ctx, ruleKey(id), { isLocked: true });
  if (!row) throw new AppError('automation_rule_not_found');
  return row;
}

/** @throws {AppError} automation_rule_not_found for what is not an id. */
function ruleKey(id: string): Buffer {
  const key = tryDecodeId('automationRule', id);
  if (!key) throw new AppError('automation_rule_not_found');
  return key;
}
