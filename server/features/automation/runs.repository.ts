import { RUNS_KEPT_DAYS, type RunResult } from '../../../shared/domain/automation/rules.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { Database } from '../../db/database.ts';
import type { AutomationRunRow, RunView } from '../../db/models/automation.model.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { newKey } from '../../kernel/ids.ts';
import { findRow, run, select, updateRow } from '../../kernel/tenancy/rows.ts';

/** Runs of rules as rows. A rule runs at most once for each cause, by a unique key. */

export type RunRow = Omit<AutomationRunRow, 'tenantId'>;

export interface NewRun {
  ruleId: Buffer;
  cause: Buffer;
  contactId: Buffer;
  conversationId: Buffer;
  messageId: Buffer | null;
  causedAt: Date;
}

/** Stores a run that is to be done, unless the rule has one for this cause; returns whether it is new. */
export async function addRun(ctx: QueryContext & Pick<Context, 'clock'>, added: NewRun): Promise<boolean> {
  const changed = await run(
    ctx,
    `INSERT INTO automation_runs (id, tenant_id, rule_id, cause, contact_id, conversation_id, message_id, caused_at,
       due_at, result, actions, created_at)
     VALUES (:id, :tenantId, :ruleId, :cause, :contactId, :conversationId, :messageId, :causedAt,
       UTC_TIMESTAMP(3), 'waiting', '[]', :now)
     ON DUPLICATE KEY UPDATE id = automation_runs.id`,
    { ...added, id: newKey(), now: ctx.clock.now() },
  );
  return changed === 1;
}

/** Returns some of the workspaces with runs that are due. Reads one index entry per workspace. */
export async function tenantsWithRuns(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(due_at) AS dueAt
       FROM automation_runs FORCE INDEX (automation_runs_due)
       WHERE tenant_id > :after GROUP BY tenant_id) r
     WHERE dueAt <= UTC_TIMESTAMP(3) ORDER BY tenantId LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns the ids of some runs that are due, the longest first. */
export async function dueRuns(ctx: QueryContext, limit: number): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM automation_runs FORCE INDEX (automation_runs_due)
     WHERE tenant_id = :tenantId AND due_at <= UTC_TIMESTAMP(3) ORDER BY due_at, id LIMIT ${Math.trunc(limit)}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns a run that is still to be done, with its row locked; null when another server has done it. */
export async function lockRun(ctx: QueryContext, id: Buffer): Promise<RunRow | null> {
  const row = await findRow(ctx, 'automationRun', { where: { id }, isLocked: true });
  return row?.result === 'waiting' ? row : null;
}

/** Stores what came of a run. */
export async function finishRun(
  ctx: QueryContext & Pick<Context, 'clock'>,
  id: Buffer,
  outcome: Pick<RunRow, 'result'> &
    Partial<Pick<RunRow, 'reason' | 'conditionNumber' | 'actionCount' | 'messageCount'>> & {
      actions?: readonly object[];
    },
): Promise<void> {
  const { actions = [], ...values } = outcome;
  const now = ctx.clock.now();
  await updateRow(ctx, 'automationRun', id, {
    ...values,
    ...{ actions: JSON.stringify(actions), dueAt: null, doneAt: now },
    actedAt: values.actionCount ? now : null,
  });
}

/** Lets a run that failed wait before it is tried again; returns how often it has been tried. */
export async function postponeRun(ctx: QueryContext, id: Buffer, seconds: number): Promise<number> {
  await run(
    ctx,
    `UPDATE automation_runs SET attempts = attempts + 1, due_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.trunc(seconds)} SECOND
     WHERE tenant_id = :tenantId AND id = :id AND result = 'waiting'`,
    { id },
  );
  const row = await findRow(ctx, 'automationRun', { where: { id }, columns: ['attempts'] });
  return row?.attempts ?? 0;
}

/** What rules have done for a contact: within the last hour and day, and when this rule last did something. */
export interface ContactUse {
  messages: number;
  actions: number;
  lastRunAt: Date | null;
}

/** Returns what rules have done for a contact. Its conversation is locked, so runs for it count each other. */
export async function contactUse(
  ctx: QueryContext & Pick<Context, 'clock'>,
  { contactId, ruleId }: { contactId: Buffer; ruleId: Buffer },
  { pauseHours }: { pauseHours: number },
): Promise<ContactUse> {
  const now = ctx.clock.now().getTime();
  const ago = (hours: number) => new Date(now - hours * 3_600_000);
  const [row] = await select<{ messages: number; actions: number; lastRunAt: Date | null }>(
    ctx,
    `SELECT COALESCE(SUM(IF(acted_at > :hour, message_count, 0)), 0) AS messages,
       COALESCE(SUM(IF(acted_at > :day, action_count, 0)), 0) AS actions,
       MAX(IF(rule_id = :ruleId, acted_at, NULL)) AS lastRunAt
     FROM automation_runs FORCE INDEX (automation_runs_contact)
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND acted_at > :since`,
    { contactId, ruleId, hour: ago(1), day: ago(24), since: ago(Math.max(24, pauseHours)) },
  );
  return {
    messages: Number(row?.messages ?? 0),
    actions: Number(row?.actions ?? 0),
    lastRunAt: row?.lastRunAt ?? null,
  };
}

/** Conversations that wait for an answer longer than this are not looked at: their runs may no longer be in the log. */
const WAITS_DAYS = 20;

/**
 * Returns some conversations whose customers have waited so many hours since the rule was switched on, and for whose
 * wait the rule has no run yet, the longest first.
 */
export function unansweredFor(
  ctx: QueryContext & Pick<Context, 'clock'>,
  ruleId: Buffer,
  { hours, enabledAt, limit }: { hours: number; enabledAt: Date; limit: number },
): Promise<{ id: Buffer; contactId: Buffer; waitingSince: Date }[]> {
  const until = ctx.clock.now().getTime() - hours * 3_600_000;
  const from = Math.max(enabledAt.getTime() - hours * 3_600_000, until - WAITS_DAYS * DAY_MS);
  return select(
    ctx,
    `SELECT c.id, c.contact_id AS contactId, c.waiting_since AS waitingSince
     FROM conversations c FORCE INDEX (conversations_waiting)
     WHERE c.tenant_id = :tenantId AND c.status = 'open' AND c.waiting_since > :from AND c.waiting_since <= :until
       AND NOT EXISTS (SELECT 1 FROM automation_runs r
         WHERE r.tenant_id = :tenantId AND r.rule_id = :ruleId AND r.conversation_id = c.id
           AND r.caused_at = c.waiting_since)
     ORDER BY c.waiting_since, c.id LIMIT ${Math.trunc(limit)}`,
    { ruleId, from: new Date(from), until: new Date(until) },
  );
}

/** Returns a page of the runs of a rule, newest first. */
export function runPage(
  ctx: QueryContext,
  ruleId: Buffer,
  { result, before, limit }: { result: RunResult | undefined; before: Buffer | null; limit: number },
): Promise<RunView[]> {
  return select<RunView>(
    ctx,
    `SELECT r.id, r.rule_id AS ruleId, r.cause, r.contact_id AS contactId, r.conversation_id AS conversationId,
       r.message_id AS messageId, r.caused_at AS causedAt, r.due_at AS dueAt, r.attempts, r.result, r.reason,
       r.condition_number AS conditionNumber, r.actions, r.action_count AS actionCount,
       r.message_count AS messageCount, r.created_at AS createdAt, r.done_at AS doneAt, r.acted_at AS actedAt,
       k.name AS contactName, k.phone AS contactPhone
     FROM automation_runs r FORCE INDEX (automation_runs_log)
     JOIN contacts k ON k.tenant_id = r.tenant_id AND k.id = r.contact_id
     WHERE r.tenant_id = :tenantId AND r.rule_id = :ruleId ${before ? 'AND r.id < :before' : ''}
       ${result ? 'AND r.result = :result' : ''}
     ORDER BY r.id DESC LIMIT ${Math.trunc(limit)}`,
    { ruleId, ...(before && { before }), ...(result && { result }) },
  );
}

/** Removes runs after 30 days. Those that wait are done long before. */
export function runRetention(db: Database): HousekeepingStep {
  return {
    name: 'automation_runs',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM automation_runs
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL ${RUNS_KEPT_DAYS} DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
