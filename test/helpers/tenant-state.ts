import { createHash } from 'node:crypto';
import type { Database } from '../../server/db/database.ts';

/** Tables that the server writes by itself, whatever is asked of it: no refusal can be blamed for their rows. */
const BACKGROUND = [
  'api_key_usage', // when each key was last used, written now and then
  'channel_checks', // what was seen of the platform, and when
  'channels', // what the platform answers to sends
  'event_relays', // how far events have been handed out
  'inbound_callbacks', // what the platform reports
  'jobs', // the rest of a deletion
  'media', // goes with its message
  'media_fetches', // files on their way
  'outbound_sends', // what is still on its way
  'parked_items', // what the platform sent and nobody understood
  'parked_statuses', // statuses of messages that are gone
  'send_pauses', // what the platform answers to sends
  'socket_tickets', // run out by themselves
  'template_syncs', // when templates were fetched
  'templates', // what the platform has of them
  'webhook_attempts', // what endpoints answered
  'webhook_deliveries', // what they are told of what happens; goes with its contact
  'webhook_events', // the same
  'work_lanes', // who works for a workspace or delivers to an endpoint
  'tenant_counters', // one row for ever: its numbers are looked at
];

/** Statuses are reported in the background, refused reactions taken back, templates and files fetched; each is an event. */
const BACKGROUND_EVENTS = `'message.updated', 'message.reacted', 'templates.synced', 'template.updated',
  'channel.updated', 'media.updated'`;

/** No request makes an endpoint fail; what it answers does. */
const FROM_REQUESTS = `name NOT IN (${BACKGROUND_EVENTS})
  AND NOT (name = 'webhook_endpoint.updated' AND JSON_VALUE(payload, '$.state') = 'failing')`;

/** What is compared by content, not only counted: updates do not change a count. */
const CONTENT: Readonly<Record<string, string>> = {
  contacts: 'HEX(id), name, phone, email, tags, status, updated_at',
  contact_identities: 'HEX(contact_id), lookup, retired',
  users: 'HEX(id), name, email, role, password_hash',
  api_keys: 'HEX(id), name, permissions, revoked_at',
};

export type TenantState = Readonly<Record<string, number>>;

/** Looks at what one tenant has. */
export interface StateReader {
  /** The number of its latest event: cheap enough for every request. */
  seqOf(tenantId: Buffer): Promise<number>;
  rowsOf(tenantId: Buffer): Promise<TenantState>;
}

export async function createStateReader(database: Database): Promise<StateReader> {
  const tables = (await tenantTables(database)).filter((table) => !BACKGROUND.includes(table));
  const columns = tables.flatMap((table) => {
    const only = table === 'events' ? `AND ${FROM_REQUESTS}` : '';
    const rows = `FROM ${table} WHERE tenant_id = :tenantId ${only}`;
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
    rowsOf: (tenantId) => numbersOf([...columns, counter('contacts')].join(', '), tenantId),
  };
}

/** What is different; a deletion's messages go in the background, so that fewer of them is no change. */
export function changesBetween(before: TenantState, after: TenantState): string[] {
  return Object.entries(after)
    .filter(([name, value]) =>
      name === 'messages' ? value > (before[name] ?? 0) : value !== (before[name] ?? 0),
    )
    .map(([name, value]) => `${name}: ${before[name]} → ${value}`);
}

/** Every table whose rows belong to a tenant. */
export async function tenantTables(database: Database): Promise<string[]> {
  const rows = await database.select<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND column_name = 'tenant_id' ORDER BY table_name`,
  );
  return rows.map(({ name }) => name);
}

/** A digest of every row of a tenant, table by table, but for when its keys were last used and its templates fetched. */
export async function digestsOf(database: Database, tenantId: Buffer): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of await tenantTables(database)) {
    if (['api_key_usage', 'template_syncs'].includes(table)) continue;
    const rows = await database.select<object>(`SELECT * FROM ${table} WHERE tenant_id = :tenantId`, {
      tenantId,
    });
    const lines = rows.map((row) => JSON.stringify(row)).toSorted();
    digests[table] = createHash('sha256').update(lines.join('\n')).digest('hex');
  }
  return digests;
}
