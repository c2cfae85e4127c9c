import type { Bindings, Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactSource } from '../../features/contacts/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS } from '../../kernel/housekeeping/step.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** The contacts of actions, in the order of their ids, with what is needed to undo each of them. */

/** What an action has changed of a contact; of a status, what it was. */
export type ActionUndo = { tags: string[] } | { status: string };

export interface ActionItem {
  contactId: Buffer;
  undo: ActionUndo | null;
}

/** Collects the contacts of an action, at most `max`; returns how many. */
export function collectContacts(
  ctx: QueryContext,
  actionId: Buffer,
  source: ContactSource,
  max: number,
): Promise<number> {
  return run(
    ctx,
    `INSERT INTO contact_action_items (tenant_id, action_id, contact_id)
     SELECT :tenantId, :actionId, ${source.id} FROM ${source.from} WHERE ${source.where} LIMIT ${Math.trunc(max)}`,
    { ...source.bindings, actionId },
  );
}

/** Returns the next contacts of an action after one; with `isChanged`, those that it has changed. */
export async function readActionItems(
  ctx: QueryContext,
  actionId: Buffer,
  { after, limit, isChanged }: { after: Buffer | null; limit: number; isChanged: boolean },
): Promise<ActionItem[]> {
  const rows = await select<{ contactId: Buffer; undoData: unknown }>(
    ctx,
    `SELECT contact_id AS contactId, undo_data AS undoData FROM contact_action_items
     WHERE tenant_id = :tenantId AND action_id = :actionId ${after ? 'AND contact_id > :after' : ''}
       ${isChanged ? 'AND undo_data IS NOT NULL' : ''}
     ORDER BY contact_id LIMIT ${Math.trunc(limit)}`,
    { actionId, ...(after && { after }) },
  );
  return rows.map(({ contactId, undoData }) => ({
    contactId,
    undo: asJson<ActionUndo | null>(undoData ?? null),
  }));
}

/** Stores what is needed to undo an action on contacts, in one statement. */
export async function storeUndo(
  ctx: QueryContext,
  actionId: Buffer,
  items: readonly ActionItem[],
): Promise<void> {
  if (items.length === 0) return;
  const bindings: Record<string, Bindings[string]> = { actionId };
  const rows = items.map(({ contactId, undo }, index) => {
    bindings[`contact${index}`] = contactId;
    bindings[`undo${index}`] = undo && JSON.stringify(undo);
    return `WHEN :contact${index} THEN :undo${index}`;
  });
  await run(
    ctx,
    `UPDATE contact_action_items SET undo_data = CASE contact_id ${rows.join(' ')} END
     WHERE tenant_id = :tenantId AND action_id = :actionId AND contact_id IN (:contacts)`,
    { ...bindings, contacts: items.map(({ contactId }) => contactId) },
  );
}

/** Deletes what actions hold of a contact. Repeatable. */
export async function eraseActionItems(ctx: QueryContext, contactId: Buffer): Promise<void> {
  await run(ctx, 'DELETE FROM contact_action_items WHERE tenant_id = :tenantId AND contact_id = :contactId', {
    contactId,
  });
}

/** Deletes up to 1,000 contacts of an action from its list, also those that can be undone if it says so; returns how many. */
export function dropActionItems(
  ctx: QueryContext,
  actionId: Buffer,
  { isAll }: { isAll: boolean },
): Promise<number> {
  return run(
    ctx,
    `DELETE FROM contact_action_items WHERE tenant_id = :tenantId AND action_id = :actionId
       ${isAll ? '' : 'AND undo_data IS NULL'} LIMIT ${BATCH_ROWS}`,
    { actionId },
  );
}

/** Returns actions that are too old to be kept. */
export function oldActions(
  db: Database,
  keptDays: number,
  passedOver: readonly Buffer[],
): Promise<{ id: Buffer; tenantId: Buffer }[]> {
  return db.select<{ id: Buffer; tenantId: Buffer }>(
    `/* system: housekeeping */ SELECT id, tenant_id AS tenantId FROM contact_actions
     WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL ${Math.trunc(keptDays)} DAY AND id NOT IN (:passedOver) LIMIT 20`,
    { passedOver: [...passedOver] },
  );
}
