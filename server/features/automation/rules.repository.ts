import { RULES_MAX, type RuleTriggerKind } from '../../../shared/domain/automation/rules.ts';
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

/** Returns the rules that are on and have one of these triggers, oldest first: the order in which they run. */
export function enabledRules(ctx: QueryContext, kinds: readonly RuleTriggerKind[]): Promise<RuleRow[]> {
  return findRows(ctx, 'automationRule', {
    where: { isEnabled: 1, triggerKind: [...kinds] },
    order: [['id', 'ASC']],
    limit: RULES_MAX,
  });
}

/** Returns all rules, oldest first, each with the time at which it last did something. */
export async function allRules(ctx: QueryContext): Promise<(RuleRow & { lastRunAt: Date | null })[]> {
  const rows = await findRows(ctx, 'automationRule', { order: [['id', 'ASC']], limit: RULES_MAX });
  const runs = await select<{ ruleId: Buffer; lastRunAt: Date | null }>(
    ctx,
    `SELECT r.id AS ruleId,
       (SELECT MAX(n.acted_at) FROM automation_runs n FORCE INDEX (automation_runs_acted)
        WHERE n.tenant_id = :tenantId AND n.rule_id = r.id) AS lastRunAt
     FROM automation_rules r WHERE r.tenant_id = :tenantId LIMIT ${RULES_MAX}`,
  );
  const lastRuns = new Map(runs.map(({ ruleId, lastRunAt }) => [ruleId.toString('hex'), lastRunAt]));
  return rows.map((row) => ({ ...row, lastRunAt: lastRuns.get(row.id.toString('hex')) ?? null }));
}

/** Returns the workspaces with a rule that is on and waits for customers without an answer. Reads the index alone. */
export async function tenantsWithWaits(db: Database): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT DISTINCT tenant_id AS tenantId FROM automation_rules FORCE INDEX (automation_rules_enabled)
     WHERE is_enabled = 1 AND trigger_kind = 'no_answer' LIMIT 1000`,
  );
  return rows.map(({ tenantId }) => tenantId);
}
