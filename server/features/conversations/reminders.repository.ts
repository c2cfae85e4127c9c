import type { Database } from '../../db/database.ts';
import type { ReminderRow } from '../../db/models/reminder.model.ts';
import type { ChangeContext, QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { encodeId } from '../../kernel/ids.ts';
import { deleteRows, run, select } from '../../kernel/tenancy/rows.ts';
import { recordNotifications } from './notifications.repository.ts';

/** Returns some of the workspaces with a reminder that is due. Reads one index entry per workspace. */
export async function tenantsWithDueReminders(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(waiting_until) AS dueAt
       FROM reminders FORCE INDEX (reminders_waiting)
       WHERE tenant_id > :after GROUP BY tenant_id) r
     WHERE dueAt <= UTC_TIMESTAMP(3) ORDER BY tenantId LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns some reminders that are due, the longest ago first. */
export function dueReminders(
  ctx: QueryContext,
  limit: number,
  except: readonly Buffer[],
): Promise<Pick<ReminderRow, 'id' | 'conversationId'>[]> {
  return select<Pick<ReminderRow, 'id' | 'conversationId'>>(
    ctx,
    `SELECT id, conversation_id AS conversationId FROM reminders FORCE INDEX (reminders_waiting)
     WHERE tenant_id = :tenantId AND waiting_until <= UTC_TIMESTAMP(3) AND id NOT IN (:passedOver)
     ORDER BY waiting_until, id LIMIT ${Math.trunc(limit)}`,
    { passedOver: [...except] },
  );
}

/** Marks a reminder that is due as fired; returns whether it still waited. */
export async function fire(ctx: ChangeContext, id: Buffer): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE reminders SET fired_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND id = :id AND waiting_until <= UTC_TIMESTAMP(3)`,
    { id },
  );
  return changed > 0;
}

/** Deletes a person's unread notification of a reminder: it is done, or moved to another time. */
export async function withdrawReminder(
  ctx: ChangeContext,
  { userId, conversationId, messageId }: Pick<ReminderRow, 'userId' | 'conversationId' | 'messageId'>,
): Promise<void> {
  const unread = { userId, conversationId, kind: 'reminder' as const, subjectId: messageId, readAt: null };
  if ((await deleteRows(ctx, 'notification', unread)) > 0) recordNotifications(ctx, userId);
}

/** Records that the reminders of a person have changed: their devices fetch them again. */
export function recordReminders(ctx: ChangeContext, userId: Buffer): void {
  ctx.record('reminders.changed', { userId: encodeId('user', userId) });
}

/** Returns the step that deletes reminders 30 days after they were done. A member has at most 200 open ones. */
export function reminderRetention(db: Database): HousekeepingStep {
  return {
    name: 'reminders',
    async *sweep() {
      yield* inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM reminders
           WHERE done_at < UTC_TIMESTAMP(3) - INTERVAL 30 DAY LIMIT ${BATCH_ROWS}`,
        ),
      );
    },
  };
}
