import {
  RULES_MAX,
  RUNS_COUNTED_MAX,
  type RuleTriggerKind,
} from '../../../shared/domain/automation/rules.ts';
import type { Database } from '../../db/database.ts';
import type { AutomationRuleRow } from '../../db/models/automation.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { findRow, findRows, select } from '../../kernel/tenancy/rows.ts';

/** Rules of automation as rows. */

export type RuleRow = Omit<AutomationRuleRow, 'tenantId'>;

/** Returns a rule, `isLocked` until the transaction ends; null when there is none with this id. */
export function findRule(ctx: QueryContext, id: Buffer, { isLocked = false } = {}): Promise<RuleRow | null> {
  return findRow(ctx, 'automationRule', { where: { id }, isLocked });
}

const IN_ORDER = [
  ['position', 'ASC'],
  ['id', 'ASC'],
] as const;

/** Returns the rules that are on and have one of these triggers, in the order in which they run. */
export function enabledRules(ctx: QueryContext, kinds: readonly RuleTriggerKind[]): Promise<RuleRow[]> {
  return findRows(ctx, 'automationRule', {
    where: { isEnabled: 1, triggerKind: [...kinds] },
    order: IN_ORDER,
    limit: RULES_MAX,
  });
}

/** What a rule has done lately. */
export interface RuleUse {
  lastRunAt: Date | null;
  /** Runs of the last 30 days that did something, counted up to a limit. */
  runCount: number;
}

/** Returns all rules in the order in which they run, each with what it has done. */
export async function allRules(ctx: QueryContext): Promise<(RuleRow & RuleUse)[]> {
  const rows = await rulesInOrder(ctx);
  if (rows.length === 0) return [];
  // A part for each rule, so that each counts a limited number of entries of the index.
  const runs = await select<RuleUse & { number: number }>(
    ctx,
    rows
      .map(
        (_, number) => `SELECT ${number} AS number, MAX(r.acted_at) AS lastRunAt, COUNT(*) AS runCount
         FROM (SELECT acted_at FROM automation_runs FORCE INDEX (automation_runs_acted)
           WHERE tenant_id = :tenantId AND rule_id = :rule${number} AND acted_at IS NOT NULL
           ORDER BY acted_at DESC LIMIT ${RUNS_COUNTED_MAX}) r`,
      )
      .join(' UNION ALL '),
    Object.fromEntries(rows.map(({ id }, number) => [`rule${number}`, id])),
  );
  const uses = new Map(
    runs.map(({ number, lastRunAt, runCount }) => [Number(number), { lastRunAt, runCount }]),
  );
  return rows.map((row, number) => {
    const use = uses.get(number);
    return { ...row, lastRunAt: use?.lastRunAt ?? null, runCount: Number(use?.runCount ?? 0) };
  });
}

/** Returns all rules in the order in which they run, `isLocked` until the transaction ends. */
export function rulesInOrder(ctx: QueryContext, { isLocked = false } = {}): Promise<RuleRow[]> {
  return findRows(ctx, 'automationRule', { order: IN_ORDER, limit: RULES_MAX, isLocked });
}

/** Returns the workspaces with a rule that is on and waits for customers without an answer. Reads the index alone. */
export async function tenantsWithWaits(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT DISTINCT tenant_id AS tenantId FROM automation_rules FORCE INDEX (automation_rules_enabled)
     WHERE is_enabled = 1 AND trigger_kind = 'no_answer' AND tenant_id > :after
     ORDER BY tenant_id LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}
