import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/db/database.ts';

/** Tables that the server writes in the background: their changes are not caused by a rejected request. */
const BACKGROUND = [
  'draft_replay_cases', // drafts of a replay, which runs in the background
  'replay_cases', // cases of a replay, which runs in the background
  'after_hours_answers', // answers sent by themselves
  'automation_runs', // the log of rules, which run in the background
  'api_key_usage', // when each key was last used, written periodically
  'api_requests', // the requests themselves, written periodically
  'channel_checks', // results of platform checks
  'channels', // the platform's responses to sends
  'event_relays', // positions in the event log
  'inbound_callbacks', // callbacks from the platform
  'insight_conversations', // counted from events
  'insight_cursors', // the same
  'insight_facts', // the same
  'insight_hours', // the same
  'jobs', // remaining work of a deletion
  'media', // deleted with its message
  'media_fetches', // pending downloads
  'notifications', // of sends that the platform rejects, and of snoozes that end
  'outbound_sends', // pending sends
  'parked_items', // callback parts that could not be read
  'parked_statuses', // statuses of unknown messages
  'reply_proposal_rounds', // when the next round of proposals is due
  'send_pauses', // the platform's responses to sends
  'socket_tickets', // expire automatically
  'template_syncs', // when templates were synced
  'templates', // copies of the platform's templates
  'webhook_attempts', // responses of endpoints
  'webhook_deliveries', // events for endpoints; deleted with the contact
  'webhook_events', // the same
  'message_words', // deleted with the contact's messages
  'message_indexing', // the position of the indexer
  'work_lanes', // leases of workspaces and endpoints
  'tenant_counters', // a single row, compared by content
];

/**
 * Events of background work: templates, files, notifications, broadcasts, imports, rules, replays, checks of models, and
 * members who are away after a time without activity. What requests can change of them is compared in their tables.
 */
const BACKGROUND_EVENTS = `'templates.synced', 'template.updated', 'channel.updated', 'media.updated',
  'notifications.changed', 'reminders.changed', 'broadcast.updated', 'assist.proposals_changed', 'contact_import.changed',
  'contact_action.changed', 'member.changed', 'automation.triggered', 'replay.changed', 'draft_replay.changed', 'rehearsal.changed',
  'assist.draft_ready', 'assist.qualification_changed'`;

/**
 * No request makes an endpoint fail; only its responses do. The events of a contact are overwritten in the
 * background when it is deleted; its rows in other tables are compared.
 */
const FROM_REQUESTS = `name NOT IN (${BACKGROUND_EVENTS})
  AND name NOT LIKE 'contact.%' AND name NOT LIKE 'message.%' AND name NOT LIKE 'conversation.%'
  AND name NOT LIKE 'note.%'
  AND NOT (name = 'webhook_endpoint.updated' AND payload LIKE '%"failing"%')`;

/** Which rows of a table count. */
const ONLY: Readonly<Record<string, string>> = {
  events: FROM_REQUESTS,
  // Rules and assignment in turn change conversations in the background.
  contact_history: "author_kind IN ('user', 'key')",
  // Rules and answers to STOP send in the background.
  messages: 'origin IS NULL',
  // Rounds of proposals add and remove open ones. A request decides about one.
  reply_proposals: 'state <> 0',
  // A job deletes those that were removed.
  contact_fields: 'removed_at IS NULL',
};

/** Columns compared by content, because updates do not change a row count. */
const CONTENT: Readonly<Record<string, string>> = {
  contacts: 'HEX(id), name, phone, email, tags, status, updated_at',
  contact_identities: 'HEX(contact_id), lookup, retired',
  users: 'HEX(id), name, email, role, password_hash',
  api_keys: 'HEX(id), name, permissions, revoked_at',
};

export type TenantState = Readonly<Record<string, number>>;

/** Reads what one tenant has. */
export interface StateReader {
  /** Returns the number of its latest event: cheap enough for every request. */
  seqOf(tenantId: Buffer): Promise<number>;
  rowsOf(tenantId: Buffer): Promise<TenantState>;
  /** Returns the newest events and actions in the audit log, for the message of a failure. */
  newestOf(tenantId: Buffer): Promise<string>;
}

export async function createStateReader(database: Database): Promise<StateReader> {
  const tables = (await tenantTables(database)).filter((table) => !BACKGROUND.includes(table));
  const columns = tables.flatMap((table) => {
    const only = ONLY[table] ?? 'TRUE';
    const rows = `FROM ${table} WHERE tenant_id = :tenantId AND ${only}`;
    const fields = CONTENT[table];
    const content = fields && `(SELECT SUM(CRC32(CONCAT_WS('|', ${fields}))) ${rows}) AS ${table}_content`;
    return [`(SELECT COUNT(*) ${rows}) AS ${table}`, ...(content ? [content] : [])];
  });
  const numbersOf = async (selected: string, tenantId: Buffer): Promise<TenantState> => {
    const [row = {}] = await database.select<Record<string, unknown>>(`SELECT ${selected}`, { tenantId });
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
  };
  const counter = (name: string) =>
    `(SELECT ${name} FROM tenant_counters WHERE tenant_id = :tenantId) AS kept_${name}`;
  return {
    seqOf: async (tenantId) => (await numbersOf(counter('seq'), tenantId)).kept_seq ?? 0,
    rowsOf: async (tenantId) => {
      await whenActionsEnded(database, tenantId);
      return numbersOf([...columns, counter('contacts')].join(', '), tenantId);
    },
    newestOf: async (tenantId) => {
      const newest = async (field: string, table: string, by: string) => {
        const sql = `SELECT ${field} AS name FROM ${table} WHERE tenant_id = :tenantId ORDER BY ${by} DESC LIMIT 3`;
        return (await database.select<{ name: string }>(sql, { tenantId })).map(({ name }) => name);
      };
      return [
        ...(await newest('name', 'events', 'seq')),
        ...(await newest('action', 'audit_log', 'id')),
      ].join(', ');
    },
  };
}

/** Waits until no change of many contacts and no import runs in the background. */
async function whenActionsEnded(database: Database, tenantId: Buffer): Promise<void> {
  const under = (table: string, states: string) =>
    `SELECT 1 FROM ${table} WHERE tenant_id = :tenantId AND state IN (${states})`;
  const sql = `(${under('contact_actions', "'running', 'undoing'")} LIMIT 1)
    UNION ALL (${under('contact_imports', "'reading', 'checking', 'importing', 'undoing'")} LIMIT 1)`;
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await database.select(sql, { tenantId })).length === 0) return;
    await sleep(50);
  }
}

/** What the deletion of a contact removes in the background, some time after its response. */
const ERASED_LATER: readonly string[] = ['messages', 'contact_action_items', 'events'];

/** Returns the differences. Fewer rows of what a deletion removes in the background are no change. */
export function changesBetween(before: TenantState, after: TenantState): string[] {
  return Object.entries(after)
    .filter(([name, value]) =>
      ERASED_LATER.includes(name) ? value > (before[name] ?? 0) : value !== (before[name] ?? 0),
    )
    .map(([name, value]) => `${name}: ${before[name]} → ${value}`);
}

/** Returns every table whose rows belong to a tenant. */
export async function tenantTables(database: Database): Promise<string[]> {
  const rows = await database.select<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND column_name = 'tenant_id' ORDER BY table_name`,
  );
  return rows.map(({ name }) => name);
}

const DIGESTED_NOT: readonly string[] = [
  'api_key_usage',
  'api_requests',
  'template_syncs',
  'reply_proposal_rounds', // planned some seconds after the workspace is created
];

/** Returns a digest of a tenant's rows per table, without those that workers write at a time of their own. */
export async function digestsOf(database: Database, tenantId: Buffer): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of await tenantTables(database)) {
    if (DIGESTED_NOT.includes(table)) continue;
    const rows = await database.select<object>(`SELECT * FROM ${table} WHERE tenant_id = :tenantId`, {
      tenantId,
    });
    const lines = rows.map((row) => JSON.stringify(row)).toSorted();
    digests[table] = createHash('sha256').update(lines.join('\n')).digest('hex');
  }
  return digests;
}
