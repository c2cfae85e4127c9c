import type { Bindings } from '../../../db/database.ts';
import { jsonText } from '../../../db/define-model.ts';
import type { MessageOrigin } from '../../../db/models/message.model.ts';
import { IS_ANSWERED_CALL, IS_MISSED_CALL } from '../../../features/messages/index.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { run, select } from '../../../kernel/tenancy/rows.ts';

/** What a merge of contacts has moved, and how it is moved back. Both contacts are locked. */

/** A row of any table, by the names of its columns. */
export type Row = Record<string, Bindings[string]>;
/** A column of one. */
export type Field = Row[string] | undefined;

/** How a row is known again that a merge has moved, and which index finds the rows of a contact. */
interface Moved {
  key: string;
  index?: string;
  /** Whether it names the conversation, too. */
  hasConversation?: true;
}

/** Rows that stay the same when they move: their keys are enough. */
const MOVED: Readonly<Record<string, Moved>> = {
  messages: { key: 't.id', index: 'messages_thread', hasConversation: true },
  media: { key: 't.id', index: 'media_contact', hasConversation: true },
  notes: { key: 't.id', hasConversation: true },
  notifications: { key: 't.id', hasConversation: true },
  reminders: { key: 't.id', hasConversation: true },
  automation_runs: { key: 't.id', hasConversation: true },
  insight_facts: {
    key: "CONCAT(t.subject_id, t.kind, DATE_FORMAT(t.at, '%Y%m%d%H%i%s%f'))",
    hasConversation: true,
  },
  // With the message: a recipient who got it after the merge stays with the contact that got it.
  broadcast_recipients: { key: "CONCAT(t.broadcast_id, COALESCE(t.message_id, ''))" },
  events: { key: 'CAST(t.seq AS BINARY)' },
  webhook_events: { key: 't.id' },
  idempotency_keys: { key: 't.key_hash' },
  contact_history: { key: 't.id' },
};

/** Rows that belong to a message and go back with it, by the column that names it. */
const OF_MESSAGES: Readonly<Record<string, string>> = {
  outbound_sends: 'id',
  reply_examples: 'answer_id',
  assist_sent_texts: 'message_id',
  after_hours_answers: 'message_id',
  reply_proposal_sources: 'answer_id',
};

/** Rows that a merge changes or deletes: they are kept whole. */
const WHOLE = [
  'conversations',
  'conversation_labels',
  'drafts',
  'unread_mentions',
  'insight_conversations',
  'contact_identities',
  'contact_import_rows',
  'contact_action_items',
  'assist_exclusions',
] as const;
export type WholeTable = (typeof WHOLE)[number];
export type WholeRows = Record<WholeTable, Row[]>;

/** Writes down the keys of what a contact has, before it moves; returns how many messages there are. */
export async function recordKeys(ctx: QueryContext, sourceId: Buffer, mergeId: Buffer): Promise<number> {
  let messages = 0;
  for (const [table, { key, index }] of Object.entries(MOVED)) {
    const count = await run(
      ctx,
      `INSERT INTO contact_merge_rows (tenant_id, merge_id, kind, row_key)
       SELECT :tenantId, :mergeId, '${table}', ${key} FROM ${table} t ${index ? `FORCE INDEX (${index})` : ''}
       WHERE t.tenant_id = :tenantId AND t.contact_id = :sourceId`,
      { sourceId, mergeId },
    );
    if (table === 'messages') messages = count;
  }
  return messages;
}

/** Gives back what a merge has moved, as far as the contact that stayed still has it; returns how many messages. */
export async function returnRows(
  ctx: QueryContext,
  move: { mergeId: Buffer; sourceId: Buffer; targetId: Buffer; conversationId: Buffer | null },
): Promise<number> {
  const { conversationId, ...ids } = move;
  let messages = 0;
  for (const [table, { key, index, hasConversation }] of Object.entries(MOVED)) {
    const isMoved = hasConversation && conversationId !== null;
    const count = await run(
      ctx,
      `UPDATE ${table} t ${index ? `FORCE INDEX (${index})` : ''}
         JOIN contact_merge_rows r ON r.tenant_id = t.tenant_id AND r.merge_id = :mergeId AND r.kind = '${table}'
           AND r.row_key = ${key}
       SET t.contact_id = :sourceId${isMoved ? ', t.conversation_id = :conversationId' : ''}
       WHERE t.tenant_id = :tenantId AND t.contact_id = :targetId`,
      isMoved ? { ...ids, conversationId } : ids,
    );
    if (table === 'messages') messages = count;
  }
  const { sourceId, targetId } = ids;
  for (const [table, messageKey] of Object.entries(OF_MESSAGES))
    await run(
      ctx,
      `UPDATE ${table} t JOIN messages m ON m.tenant_id = t.tenant_id AND m.id = t.${messageKey}
       SET t.contact_id = :sourceId
       WHERE t.tenant_id = :tenantId AND t.contact_id = :targetId AND m.contact_id = :sourceId`,
      { sourceId, targetId },
    );
  // The messages from before an upgrade are indexed in the order of their contacts: begin again, which is repeatable.
  await run(
    ctx,
    `UPDATE message_indexing SET contact_id = NULL, created_at = NULL, message_id = NULL, indexed = 0
     WHERE tenant_id = :tenantId`,
  );
  return messages;
}

/**
 * Returns the rows that a merge of two contacts may change, of each contact. Drafts are locked: members change them
 * without the lock of the conversation.
 */
export async function wholeRows(ctx: QueryContext, contactId: Buffer): Promise<WholeRows> {
  const all = {} as WholeRows;
  for (const table of WHOLE)
    all[table] = await select<Row>(
      ctx,
      `SELECT * FROM ${table} WHERE tenant_id = :tenantId AND contact_id = :contactId
       ${table === 'drafts' ? 'FOR UPDATE' : ''}`,
      { contactId },
    );
  return all;
}

/** Returns the recipients of the broadcasts that have both contacts in their audience: one of the two rows goes. */
export function sharedRecipients(ctx: QueryContext, sourceId: Buffer, targetId: Buffer): Promise<Row[]> {
  return select<Row>(
    ctx,
    `SELECT r.* FROM broadcast_recipients r JOIN broadcast_recipients o
       ON o.tenant_id = r.tenant_id AND o.broadcast_id = r.broadcast_id
         AND o.contact_id = IF(r.contact_id = :sourceId, :targetId, :sourceId)
     WHERE r.tenant_id = :tenantId AND r.contact_id IN (:sourceId, :targetId)`,
    { sourceId, targetId },
  );
}

/**
 * Adds rows that a merge has deleted. One that is there, or whose member, label or broadcast is deleted, is left out;
 * so is a column that no longer exists.
 */
export async function restoreRows(ctx: QueryContext, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const known = await columnsOf(ctx, table);
  for (const { tenant_id: _, ...row } of rows) {
    const columns = Object.keys(row).filter((column) => known.has(column));
    const values = Object.fromEntries(columns.map((column) => [column, storedValue(row[column])]));
    await run(
      ctx,
      `INSERT IGNORE INTO ${table} (tenant_id, ${columns.join(', ')})
       VALUES (:tenantId, ${columns.map((column) => `:${column}`).join(', ')})`,
      values,
    );
  }
}

/** Returns the columns that a table has now: an upgrade since the merge may have removed one. */
async function columnsOf(ctx: QueryContext, table: string): Promise<ReadonlySet<string>> {
  const columns = await select<{ name: string }>(
    ctx,
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = :table`,
    { table },
  );
  return new Set(columns.map(({ name }) => name));
}

/** Unassigns the conversations whose assignee has left the workspace since the merge. */
export async function unassignDeparted(ctx: QueryContext, conversationIds: readonly Buffer[]): Promise<void> {
  await run(
    ctx,
    `UPDATE conversations c LEFT JOIN users u ON u.tenant_id = c.tenant_id AND u.id = c.assignee_id
     SET c.assignee_id = NULL
     WHERE c.tenant_id = :tenantId AND c.id IN (:ids) AND c.assignee_id IS NOT NULL AND u.id IS NULL`,
    { ids: [...conversationIds] },
  );
}

/** Returns which of these broadcasts have ended: who waits in one would wait for ever. */
export async function endedBroadcasts(ctx: QueryContext, ids: readonly Buffer[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await select<{ id: Buffer }>(
    ctx,
    'SELECT id FROM broadcasts WHERE tenant_id = :tenantId AND id IN (:ids) AND completed_at IS NOT NULL',
    { ids: [...ids] },
  );
  return new Set(rows.map(({ id }) => id.toString('hex')));
}

/** Gives a number or id of a person back, as it was; returns whether the contact that stayed still has it. */
export async function returnIdentity(
  ctx: QueryContext,
  { id = null, contact_id: contactId = null, is_alternate: isAlternate = 0, retired = 0 }: Row,
  holderId: Buffer,
): Promise<boolean> {
  const found = await select<{ id: Buffer }>(
    ctx,
    'SELECT id FROM contact_identities WHERE tenant_id = :tenantId AND id = :id AND contact_id = :holderId FOR UPDATE',
    { id, holderId },
  );
  await run(
    ctx,
    `UPDATE contact_identities SET contact_id = :contactId, is_alternate = :isAlternate, retired = :retired
     WHERE tenant_id = :tenantId AND id = :id AND contact_id = :holderId`,
    { id, contactId, isAlternate, retired, holderId },
  );
  return found.length > 0;
}

/** Gives the row of an import back, with what is needed to undo it. */
export async function returnImportRow(ctx: QueryContext, row: Row, targetId: Buffer): Promise<void> {
  await run(
    ctx,
    `UPDATE contact_import_rows SET contact_id = :sourceId, undo_data = :undoData
     WHERE tenant_id = :tenantId AND import_id = :importId AND position = :position AND contact_id = :targetId`,
    {
      ...{
        sourceId: row.contact_id ?? null,
        importId: row.import_id ?? null,
        position: row.position ?? null,
      },
      ...{ undoData: jsonText(row.undo_data), targetId },
    },
  );
}

/** Returns the message of a contact with this id; if it is deleted, the newest one; null when there is none. */
export async function lastMessageOf(
  ctx: QueryContext,
  contactId: Buffer,
  id: Buffer | null,
): Promise<Buffer | null> {
  const [last] = await select<{ id: Buffer }>(
    ctx,
    'SELECT id FROM messages WHERE tenant_id = :tenantId AND id = :id AND contact_id = :contactId',
    { id, contactId },
  );
  if (last) return last.id;
  const [newest] = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM messages FORCE INDEX (messages_thread)
     WHERE tenant_id = :tenantId AND contact_id = :contactId ORDER BY created_at DESC, id DESC LIMIT 1`,
    { contactId },
  );
  return newest?.id ?? null;
}

/** A message that came or was sent since a merge, as the work state of its conversation depends on it. */
export interface LaterMessage {
  createdAt: Date;
  direction: 'inbound' | 'outbound';
  isBroadcast: number;
  origin: MessageOrigin | null;
}

/**
 * A call that moves the work state, although its line is the system's: one of ours answers the customer, and one of theirs that was
 * not answered waits for an answer (`storeCall`).
 */
const WORK_OF_CALL = `(${IS_MISSED_CALL} OR (direction = 'outbound' AND ${IS_ANSWERED_CALL}))`;

/** Returns the messages of a contact since a merge, oldest first. A scheduled one is older than its sending. */
export function messagesSince(
  ctx: QueryContext,
  contactId: Buffer,
  { mergeId, mergedAt }: { mergeId: Buffer; mergedAt: Date },
): Promise<LaterMessage[]> {
  return select<LaterMessage>(
    ctx,
    `SELECT created_at AS createdAt, direction, broadcast_id IS NOT NULL AS isBroadcast, origin
     FROM messages FORCE INDEX (messages_thread)
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND (created_at > :mergedAt OR id > :mergeId)
       AND (type <> 'system' OR ${WORK_OF_CALL}) AND status <> 'scheduled' AND is_history = 0
     ORDER BY created_at, id`,
    { contactId, mergeId, mergedAt },
  );
}

/** Returns the row of a conversation whose row is locked. */
export async function conversationRow(ctx: QueryContext, id: Buffer): Promise<Row> {
  const [row] = await select<Row>(
    ctx,
    'SELECT * FROM conversations WHERE tenant_id = :tenantId AND id = :id',
    {
      id,
    },
  );
  return row ?? {};
}

/** JSON columns are text or objects, as the driver gives them. */
function storedValue(value: Field): Row[string] {
  const isObject =
    typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !(value instanceof Date);
  return isObject ? jsonText(value) : (value ?? null);
}
