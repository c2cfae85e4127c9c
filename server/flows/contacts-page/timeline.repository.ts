import type { TimelineItem } from '../../../shared/contract/contacts/contacts-page.contract.ts';
import { asJson } from '../../db/define-model.ts';
import { MERGE_UNDO_DAYS } from '../../features/contacts/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { select } from '../../kernel/tenancy/rows.ts';

/** What happened with a contact, newest first, from the tables that have it. */

export interface TimelinePlace {
  at: Date;
  id: Buffer;
}

export interface TimelineRow {
  id: Buffer;
  at: Date;
  kind: TimelineItem['kind'];
  author: string | null;
  isAutomatic: number;
  direction: 'inbound' | 'outbound' | null;
  type: string | null;
  text: string | null;
  status: string | null;
  broadcast: string | null;
  changes: unknown;
  undoUntil: Date | null;
}

const TEXT_MAX = 300;
/** The columns that a kind leaves out. */
const NONE = {
  ...{ author: 'NULL', isAutomatic: '0', direction: 'NULL', type: 'NULL', text: 'NULL', status: 'NULL' },
  ...{ broadcast: 'NULL', changes: 'NULL', undoUntil: 'NULL' },
};

interface Source {
  kind: TimelineItem['kind'];
  id: string;
  at: string;
  columns: Partial<typeof NONE>;
  from: string;
  where: string;
}

/** A row of the history has changes of the contact, or of the work on the conversation, whose fields say so. */
const IS_WORK = `h.changes LIKE '[{"field":"conversation:%'`;
const HISTORY = {
  // What the server does by itself has no author, except a rule.
  author: `IF(h.author_kind = 'operator', NULL, h.author_name)`,
  isAutomatic: `h.author_kind IN ('operator', 'rule')`,
  changes: 'h.changes',
};

const SOURCES: readonly Source[] = [
  {
    ...{ kind: 'message', id: 'm.id', at: 'm.created_at' },
    columns: {
      ...{ author: 'u.name', direction: 'm.direction', type: 'm.type', text: `LEFT(m.content, ${TEXT_MAX})` },
      ...{ status: 'm.status', broadcast: 'b.name' },
    },
    from: `messages m FORCE INDEX (messages_thread)
      LEFT JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.author_id
      LEFT JOIN broadcasts b ON b.tenant_id = m.tenant_id AND b.id = m.broadcast_id`,
    where: 'm.tenant_id = :tenantId AND m.contact_id = :contactId',
  },
  {
    ...{ kind: 'note', id: 'n.id', at: 'n.created_at' },
    columns: { author: 'u.name', text: `LEFT(n.content, ${TEXT_MAX})` },
    from: `notes n FORCE INDEX (notes_contact)
      LEFT JOIN users u ON u.tenant_id = n.tenant_id AND u.id = n.author_id`,
    where: 'n.tenant_id = :tenantId AND n.contact_id = :contactId',
  },
  {
    ...{ kind: 'change', id: 'h.id', at: 'h.created_at' },
    columns: HISTORY,
    from: 'contact_history h FORCE INDEX (contact_history_contact)',
    where: `h.tenant_id = :tenantId AND h.contact_id = :contactId AND NOT ${IS_WORK}`,
  },
  {
    ...{ kind: 'work', id: 'h.id', at: 'h.created_at' },
    columns: HISTORY,
    from: 'contact_history h FORCE INDEX (contact_history_contact)',
    where: `h.tenant_id = :tenantId AND h.contact_id = :contactId AND ${IS_WORK}`,
  },
  {
    // Who gets a message has it above, with the name of the broadcast.
    ...{ kind: 'broadcast', id: 'b.id', at: 'b.created_at' },
    columns: { broadcast: 'b.name', status: 'r.reason' },
    from: `broadcast_recipients r FORCE INDEX (broadcast_recipients_contact)
      JOIN broadcasts b ON b.tenant_id = r.tenant_id AND b.id = r.broadcast_id`,
    where: 'r.tenant_id = :tenantId AND r.contact_id = :contactId AND r.message_id IS NULL',
  },
  {
    ...{ kind: 'merge', id: 'g.source_id', at: 'g.merged_at' },
    columns: {
      ...{ author: 'g.author_name', text: 'g.source_name' },
      // Later ones have to be undone first.
      undoUntil: `IF(g.undo_data IS NULL OR EXISTS (SELECT 1 FROM contact_merges l
        WHERE l.tenant_id = g.tenant_id AND l.target_id = g.target_id AND l.merged_at > g.merged_at),
        NULL, g.merged_at + INTERVAL ${MERGE_UNDO_DAYS} DAY)`,
    },
    from: 'contact_merges g FORCE INDEX (contact_merges_target)',
    where: 'g.tenant_id = :tenantId AND g.target_id = :contactId',
  },
];

/** Returns what happened with a contact before a place, newest first; of one kind, if it is given. */
export async function readTimeline(
  ctx: QueryContext,
  contactId: Buffer,
  {
    kind,
    before,
    limit,
  }: { kind?: TimelineRow['kind'] | undefined; before: TimelinePlace | null; limit: number },
): Promise<TimelineRow[]> {
  const lists = await Promise.all(
    SOURCES.filter((source) => kind === undefined || source.kind === kind).map(
      ({ kind, id, at, columns, from, where }) => {
        const read = Object.entries({ ...NONE, ...columns }).map(([name, column]) => `${column} AS ${name}`);
        const older = before ? `AND (${at} < :at OR (${at} = :at AND ${id} < :id))` : '';
        return select<TimelineRow>(
          ctx,
          `SELECT ${id} AS id, ${at} AS at, '${kind}' AS kind, ${read.join(', ')} FROM ${from}
         WHERE ${where} ${older} ORDER BY ${at} DESC, ${id} DESC LIMIT ${Math.trunc(limit)}`,
          { contactId, ...(before && { at: before.at, id: before.id }) },
        );
      },
    ),
  );
  return lists
    .flat()
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || Buffer.compare(other.id, one.id))
    .slice(0, limit)
    .map((row) => ({ ...row, changes: asJson(row.changes ?? null) }));
}
