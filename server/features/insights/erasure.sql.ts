import { SIMULATED_PHONES_LIKE } from '../../../shared/domain/rehearsal/rehearsal.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';
import { findCursor } from './insights.sql.ts';

/**
 * Forgets whom facts are about: when something happened, how long it took and who of the team did it stays. The id of
 * the message or conversation is replaced, too.
 */
export async function eraseFacts(ctx: QueryContext, contactId: Buffer): Promise<void> {
  await run(
    ctx,
    `UPDATE insight_facts SET subject_id = UNHEX(REPLACE(UUID(), '-', '')), conversation_id = NULL, contact_id = NULL
     WHERE tenant_id = :tenantId AND contact_id = :contactId`,
    { contactId },
  );
  await run(
    ctx,
    'DELETE FROM insight_conversations WHERE tenant_id = :tenantId AND contact_id = :contactId',
    {
      contactId,
    },
  );
}

/**
 * Lets no event be counted until the end of the transaction. A count of a merge looks first whether the
 * contact is there again; it must not come back between that look and the end of the count.
 */
export async function holdCounting(ctx: QueryContext): Promise<void> {
  await findCursor(ctx, true);
}

/** Returns those of these contacts that there are. */
export async function existingContacts(ctx: QueryContext, ids: readonly Buffer[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await select<{ id: Buffer }>(
    ctx,
    'SELECT id FROM contacts WHERE tenant_id = :tenantId AND id IN (:ids)',
    { ids: [...ids] },
  );
  return new Set(rows.map(({ id }) => id.toString('hex')));
}

/** Lets the facts of a contact name the one that it was merged into. */
export async function moveFacts(ctx: QueryContext, sourceId: Buffer, targetId: Buffer): Promise<void> {
  for (const table of ['insight_facts', 'insight_conversations'] as const) {
    await run(
      ctx,
      `UPDATE ${table} SET contact_id = :targetId WHERE tenant_id = :tenantId AND contact_id = :sourceId`,
      { sourceId, targetId },
    );
  }
}

/**
 * Keeps the figures of a contact that is being deleted, without the contact: how many messages there were in each
 * hour. A rebuild adds them to what it counts. In the transaction of the deletion, while the messages are there.
 */
export async function keepFigures(ctx: QueryContext, contactId: Buffer): Promise<void> {
  await eraseFacts(ctx, contactId);
  const cursor = await findCursor(ctx);
  // Before the first build, nothing is counted.
  if (!cursor) return;
  await run(
    ctx,
    `INSERT INTO insight_hours (tenant_id, metric, hour, part, n)
     SELECT :tenantId, k.metric, k.hour, k.part, k.n FROM (
       SELECT IF(direction = 'inbound', 'erased_received', 'erased_sent') AS metric, ${hourSql('created_at')} AS hour,
         '' AS part, COUNT(*) AS n
       FROM messages FORCE INDEX (messages_thread)
       WHERE tenant_id = :tenantId AND contact_id = :contactId AND ${isCounted()} GROUP BY 1, 2
       UNION ALL
       SELECT 'erased_member_sent', ${hourSql('created_at')} AS hour, LOWER(HEX(author_id)) AS part, COUNT(*) AS n
       FROM messages FORCE INDEX (messages_thread)
       WHERE tenant_id = :tenantId AND contact_id = :contactId AND ${isCounted()} AND author_id IS NOT NULL
       GROUP BY 2, 3) k
     ON DUPLICATE KEY UPDATE n = insight_hours.n + k.n`,
    { contactId, shift: cursor.shift },
  );
}

/** Whether a row with a contact is one of a real customer, and none of a rehearsal. */
export const IS_REAL = `contact_id NOT IN (SELECT s.contact_id FROM contact_identities s
  WHERE s.tenant_id = :tenantId AND s.kind = 'phone' AND s.lookup LIKE '${SIMULATED_PHONES_LIKE}' AND s.is_alternate = 0)`;

/**
 * Returns the condition for messages that are counted: no notice of the platform, none that waits for its time, none from
 * an imported history, and none of a rehearsal. `prefix` names their table, as in `m.`.
 */
export function isCounted(prefix = ''): string {
  return `${prefix}type <> 'system' AND ${prefix}status <> 'scheduled' AND ${prefix}is_history = 0 AND ${prefix}${IS_REAL}`;
}

/** Returns the SQL of `hourOf`, with `:shift` bound. */
export function hourSql(column: string): string {
  return `FLOOR((UNIX_TIMESTAMP(${column}) + :shift * 60) / 3600)`;
}
