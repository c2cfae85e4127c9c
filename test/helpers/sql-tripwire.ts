/** Tables whose rows belong to a tenant: a statement on one of them must name `tenant_id`. */
const TENANT_TABLES = [
  'api_key_usage',
  'api_keys',
  'audit_log',
  'channel_checks',
  'channels',
  'cloud_api_settings',
  'cloud_api_setup',
  'contact_blocks',
  'contact_identities',
  'contact_suffixes',
  'contacts',
  'conversations',
  'event_relays',
  'events',
  'idempotency_keys',
  'inbound_callbacks',
  'inference_key_usage',
  'inference_keys',
  'jobs',
  'media',
  'media_fetches',
  'messages',
  'outbound_sends',
  'parked_items',
  'parked_statuses',
  'prompt_log',
  'prompt_log_settings',
  'send_pauses',
  'sessions',
  'socket_tickets',
  'template_syncs',
  'templates',
  'tenant_counters',
  'users',
];

/**
 * System work that crosses tenants on purpose. It says so in a comment at its start, and its name must
 * be here: this list may only shrink, or grow with a reason in the review.
 */
const SYSTEM_WORK = [
  'callback', // the worker's own row, by id and lease token
  'channel-watch', // which tenants wait for the platform
  'claim', // candidates of every tenant
  'housekeeping', // what is too old, of every tenant
  'fetch', // the worker's own row, by id and lease token
  'inference-key', // a key names its tenant
  'job', // the worker's own row, by id and lease token
  'reclaim', // at the start of an embedded server
  'relay', // which tenants have new events
  'send', // the worker's own row, by id and lease token
  'session', // a token names its tenant
  'sign-in', // an address may belong to several tenants
  'socket-ticket', // a ticket names its tenant
  'template-sync', // the worker's own row, by id and lease token
];

const TABLE = new RegExp(`(?:FROM|JOIN|INTO|UPDATE)\\s+\`?(${TENANT_TABLES.join('|')})\`?\\b`, 'i');

/** What is written down stays as it was written. */
const REWRITE = /\b(UPDATE|DELETE\s+FROM|REPLACE\s+INTO|TRUNCATE)\s+(TABLE\s+)?`?audit_log\b/i;

/** A statement that could touch another tenant's rows. Empty after a run, or the run has failed. */
export const trippedStatements: string[] = [];

/** Looks at one statement; a trip is remembered and thrown, so that the request that caused it fails too. */
export function tripwire(statement: string): void {
  const sql = statement.replace(/^Executing \([^)]*\): /, '');
  if (REWRITE.test(sql)) trip(`changes the audit log: ${sql}`);
  const table = TABLE.exec(sql)?.[1];
  if (table === undefined) return;
  const system = /^\/\* system: ([a-z-]+) \*\//.exec(sql)?.[1];
  if (system !== undefined && SYSTEM_WORK.includes(system)) return;
  if (/\btenant_id\b/.test(sql)) return;
  trip(`a statement on ${table} does not name tenant_id: ${sql}`);
}

function trip(fault: string): never {
  trippedStatements.push(fault);
  throw new Error(`SQL tripwire: ${fault.slice(0, 300)}`);
}
