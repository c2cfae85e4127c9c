import type { RecipientResult } from '../../../../shared/domain/templates/broadcasts.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { run, select } from '../../../kernel/tenancy/rows.ts';

/** What two contacts that are merged have in broadcasts. */

/** A person's row of a broadcast, with what became of the message. */
export interface BroadcastPart {
  broadcastId: Buffer;
  /** The name of the broadcast: a person gets one message for each name. */
  name: string;
  contactId: Buffer;
  state: number;
  messageId: Buffer | null;
  /** Of the message; null when there is none. */
  status: Exclude<RecipientResult, 'waiting' | 'excluded'> | null;
  /** Whether the broadcast sends the message, and it is not a person who sends it again. */
  isQueued: number;
  /** Whether the bytes of the message may have left. */
  isHandedOver: number;
}

/** Locks the rows of two contacts in all broadcasts and returns them. */
export async function lockBroadcastParts(
  ctx: QueryContext,
  ids: readonly Buffer[],
): Promise<BroadcastPart[]> {
  // Alone, so that messages and broadcasts, which others write meanwhile, are not locked with them.
  await select<object>(
    ctx,
    `SELECT state FROM broadcast_recipients FORCE INDEX (broadcast_recipients_contact)
     WHERE tenant_id = :tenantId AND contact_id IN (:ids) ORDER BY contact_id, broadcast_id FOR UPDATE`,
    { ids: [...ids] },
  );
  return select<BroadcastPart>(
    ctx,
    `SELECT r.broadcast_id AS broadcastId, b.name, r.contact_id AS contactId, r.state, r.message_id AS messageId, m.status,
       q.broadcast_id IS NOT NULL AS isQueued, q.handed_over_at IS NOT NULL AS isHandedOver
     FROM broadcast_recipients r FORCE INDEX (broadcast_recipients_contact)
       JOIN broadcasts b ON b.tenant_id = r.tenant_id AND b.id = r.broadcast_id
       LEFT JOIN messages m ON m.tenant_id = r.tenant_id AND m.id = r.message_id
       LEFT JOIN outbound_sends q ON q.tenant_id = r.tenant_id AND q.id = r.message_id
     WHERE r.tenant_id = :tenantId AND r.contact_id IN (:ids)`,
    { ids: [...ids] },
  );
}

/** Moves the rows of a contact in broadcasts to another one, whose own rows of `replaced` broadcasts go. */
export async function moveRecipients(
  ctx: QueryContext,
  { sourceId, targetId }: { sourceId: Buffer; targetId: Buffer },
  replaced: readonly Buffer[],
): Promise<void> {
  if (replaced.length > 0)
    await run(
      ctx,
      `DELETE FROM broadcast_recipients
       WHERE tenant_id = :tenantId AND contact_id = :targetId AND broadcast_id IN (:replaced)`,
      { targetId, replaced: [...replaced] },
    );
  await run(
    ctx,
    `UPDATE broadcast_recipients s LEFT JOIN broadcast_recipients t
       ON t.tenant_id = s.tenant_id AND t.broadcast_id = s.broadcast_id AND t.contact_id = :targetId
     SET s.contact_id = :targetId
     WHERE s.tenant_id = :tenantId AND s.contact_id = :sourceId AND t.contact_id IS NULL`,
    { sourceId, targetId },
  );
}
