import { REHEARSALS_KEPT_DAYS } from '../../../shared/domain/rehearsal/rehearsal.ts';
import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import type { RehearsalCustomerRow, RehearsalRow } from '../../db/models/rehearsal.model.ts';
import type { ChangeContext, QueryContext } from '../../kernel/context/context.ts';
import { findRow, findRows, run, select, updateRow } from '../../kernel/tenancy/rows.ts';
import type { Progress } from './react.ts';
import type { Line } from './scripts/script.ts';

export type Rehearsing = Omit<RehearsalRow, 'tenantId'>;
/** A simulated customer as its step reads it. */
export type Customer = Omit<RehearsalCustomerRow, 'tenantId' | 'progress' | 'nextLines'> & {
  progress: Progress;
  nextLines: Line[];
};

const COLUMNS = `id, rehearsal_id AS rehearsalId, script, phone, member_id AS memberId, progress, next_lines AS nextLines,
  final, outcome, wrote_at AS wroteAt, due_at AS dueAt, created_at AS createdAt`;

/** Returns some of the workspaces with customers whose next step is due. Reads one index entry per workspace. */
export async function tenantsWithCustomers(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(due_at) AS dueAt
       FROM rehearsal_customers FORCE INDEX (rehearsal_customers_due)
       WHERE tenant_id > :after GROUP BY tenant_id) r
     WHERE dueAt <= UTC_TIMESTAMP(3) ORDER BY tenantId LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns customers whose next step is due, the longest first, each with its rehearsal. */
export function dueCustomers(
  ctx: QueryContext,
  limit: number,
  except: readonly Buffer[],
): Promise<{ id: Buffer; rehearsalId: Buffer }[]> {
  return select(
    ctx,
    `SELECT id, rehearsal_id AS rehearsalId FROM rehearsal_customers FORCE INDEX (rehearsal_customers_due)
     WHERE tenant_id = :tenantId AND due_at <= UTC_TIMESTAMP(3) AND id NOT IN (:passedOver)
     ORDER BY due_at, id LIMIT ${Math.trunc(limit)}`,
    { passedOver: [...except] },
  );
}

/** Returns a rehearsal with its row locked. Its customers change only while it is. */
export function lockRehearsal(ctx: ChangeContext, id: Buffer): Promise<Rehearsing | null> {
  return findRow(ctx, 'rehearsal', { where: { id }, isLocked: true });
}

/** Returns a customer whose step is due; null when another server has taken it. */
export async function dueCustomer(ctx: ChangeContext, id: Buffer): Promise<Customer | null> {
  const [row] = await select<RehearsalCustomerRow>(
    ctx,
    `SELECT ${COLUMNS} FROM rehearsal_customers
     WHERE tenant_id = :tenantId AND id = :id AND due_at <= UTC_TIMESTAMP(3) FOR UPDATE`,
    { id },
  );
  return row ? readCustomer(row) : null;
}

/** Returns a customer. */
export async function findCustomer(ctx: QueryContext, id: Buffer): Promise<Customer | null> {
  const row = await findRow(ctx, 'rehearsalCustomer', { where: { id } });
  return row && readCustomer(row);
}

/** Returns the customers of rehearsals, each in their order. */
export async function customersOf(ctx: QueryContext, rehearsalIds: readonly Buffer[]): Promise<Customer[]> {
  if (rehearsalIds.length === 0) return [];
  const rows = await findRows(ctx, 'rehearsalCustomer', {
    where: { rehearsalId: [...rehearsalIds] },
    order: [['id', 'ASC']],
  });
  return rows.map(readCustomer);
}

function readCustomer(row: Omit<RehearsalCustomerRow, 'tenantId'>): Customer {
  return {
    ...row,
    progress: asJson<Progress>(row.progress),
    nextLines: asJson<Line[]>(row.nextLines),
  };
}

type CustomerChange = Partial<Pick<Customer, 'progress' | 'nextLines' | 'final' | 'wroteAt'>>;

/** Stores what has changed of a customer, whose next step is due after a time. */
export async function storeStep(
  ctx: ChangeContext,
  id: Buffer,
  { progress, nextLines, ...others }: CustomerChange,
  dueInMs: number,
): Promise<void> {
  const change = {
    ...others,
    ...(progress && { progress: JSON.stringify(progress) }),
    ...(nextLines && { nextLines: JSON.stringify(nextLines) }),
  };
  if (Object.keys(change).length > 0) await updateRow(ctx, 'rehearsalCustomer', id, change);
  await run(
    ctx,
    `UPDATE rehearsal_customers SET due_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.trunc(dueInMs) * 1_000} MICROSECOND
     WHERE tenant_id = :tenantId AND id = :id`,
    { id },
  );
}

/** A message of a conversation, as far as a customer reads it. */
export interface ReadMessage {
  id: Buffer;
  direction: 'inbound' | 'outbound';
  text: string;
  createdAt: Date;
  hasFile: number;
}

const MESSAGES_MAX = 300;

/**
 * Returns the messages with a contact since a time, without those that were sent automatically: these are no answer. One
 * that was deleted is without text.
 */
export function messagesSince(ctx: QueryContext, contactId: Buffer, since: Date): Promise<ReadMessage[]> {
  return select<ReadMessage>(
    ctx,
    `SELECT id, direction, IF(revoked_at IS NULL, COALESCE(content, caption, ''), '') AS text, created_at AS createdAt,
       type IN ('image', 'video', 'audio', 'document', 'sticker') AS hasFile
     FROM messages FORCE INDEX (messages_thread)
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND created_at >= :since AND type <> 'system'
       AND status <> 'scheduled' AND origin IS NULL AND broadcast_id IS NULL
     ORDER BY created_at, id LIMIT ${MESSAGES_MAX}`,
    { contactId, since },
  );
}

/** Returns the texts of some messages, by their ids in hex. */
export async function textsOf(ctx: QueryContext, ids: readonly Buffer[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await select<{ id: Buffer; text: string }>(
    ctx,
    `SELECT id, COALESCE(content, caption, '') AS text FROM messages
     WHERE tenant_id = :tenantId AND id IN (:ids) AND revoked_at IS NULL`,
    { ids: [...ids] },
  );
  return new Map(rows.map(({ id, text }) => [id.toString('hex'), text]));
}

/** Returns the conversations with some simulated customers, by their phone. One that was merged into another contact has none. */
export async function conversationsOf(
  ctx: QueryContext,
  phones: readonly string[],
): Promise<Map<string, { contactId: Buffer; conversationId: Buffer }>> {
  if (phones.length === 0) return new Map();
  const rows = await select<{ phone: string; contactId: Buffer; conversationId: Buffer }>(
    ctx,
    `SELECT i.lookup AS phone, v.contact_id AS contactId, v.id AS conversationId FROM contact_identities i
     JOIN contacts k ON k.tenant_id = i.tenant_id AND k.id = i.contact_id AND k.phone = i.lookup
     JOIN conversations v ON v.tenant_id = i.tenant_id AND v.contact_id = i.contact_id
     WHERE i.tenant_id = :tenantId AND i.kind = 'phone' AND i.lookup IN (:phones) AND i.retired = 0`,
    { phones: [...phones] },
  );
  return new Map(rows.map(({ phone, ...found }) => [phone, found]));
}

/** Returns some rehearsals that have ended and are kept no longer, in any workspace. A running one is ended first. */
export function expiredRehearsals(
  db: Database,
  limit: number,
  passedOver: readonly Buffer[],
): Promise<{ id: Buffer; tenantId: Buffer }[]> {
  return db.select(
    `/* system: housekeeping */ SELECT id, tenant_id AS tenantId FROM rehearsals
     WHERE ended IS NOT NULL AND created_at < UTC_TIMESTAMP(3) - INTERVAL ${REHEARSALS_KEPT_DAYS} DAY
       AND id NOT IN (:passedOver) ORDER BY created_at LIMIT ${Math.trunc(limit)}`,
    { passedOver: [...passedOver] },
  );
}
