import { conditionsOf, insertedColumns, type SqlScope, scopesOf } from './sql-scopes.ts';

/**
 * System work that crosses tenants on purpose. It says so in a comment at its start, and its name must
 * be here: this list may only shrink, or grow with a reason in the review.
 */
const SYSTEM_WORK = [
  'callback', // the worker's own row, by id and lease token
  'channel-watch', // which tenants wait for the platform
  'claim', // candidates of every tenant
  'complete', // the worker's own row, by id and lease token
  'clock-step', // due times of every tenant, after a step of the clock
  'housekeeping', // what is too old, of every tenant
  'fetch', // the worker's own row, by id and lease token
  'inference-key', // a key names its tenant
  'job', // the worker's own row, by id and lease token
  'postpone', // the worker's own row, by id and lease token
  'reclaim', // at the start of an embedded server
  'renew', // the worker's own row, by id and lease token
  'relay', // which tenants have new events
  'send', // the worker's own row, by id and lease token
  'session', // a token names its tenant
  'sign-in', // an address may belong to several tenants
  'socket-ticket', // a ticket names its tenant
  'test', // rows that a test makes or counts
  'webhooks', // endpoints with something due, of every tenant; the worker's own deliveries, by id and lease token
  'template-sync', // the worker's own row, by id and lease token
];

/** What is written down stays as it was written. */
const REWRITE = /\b(UPDATE|DELETE\s+FROM|REPLACE\s+INTO|TRUNCATE)\s+(TABLE\s+)?`?audit_log\b/i;

/** `tenant_id` compared with a value: a binding, a list, the counterpart of a pair. */
const WITH_VALUE =
  /\btenant_id`?\s*(?:=|<=>)\s*(?::\w|\?|X?''|UNHEX)|\btenant_id`?\s+IN\b|(?::\w+|\?)\s*=\s*(?:\w+\.)?`?tenant_id\b|\(\s*(?:\w+\.)?tenant_id\s*,[^)]*\)\s*(?:IN\b|[=<>])/i;
/** `tenant_id` compared with anything, such as the row of the statement around it. */
const WITH_ANYTHING = /\btenant_id`?\s*(?:=|<=>|IN\b)|=\s*(?:\w+\.)?`?tenant_id\b/i;

/** Tables whose rows belong to a tenant; null until `watchTables` was called. */
let tables: RegExp | null = null;

/** Tells the tripwire which tables have a `tenant_id`, from the schema once it is up to date. */
export function watchTables(names: readonly string[]): void {
  const any = names.join('|');
  const further = '\\bFROM\\s+\\S+(?:\\s+(?:AS\\s+)?\\w+)?\\s*,';
  tables = new RegExp(`(?:\\bFROM|\\bJOIN|\\bINTO|\\bUPDATE|${further})\\s+\`?(${any})\`?(?![\\w.])`, 'gi');
}

/** A statement that could touch another tenant's rows. Empty after a run, or the run has failed. */
export const trippedStatements: string[] = [];

/** Looks at one statement; a trip is remembered and thrown, so that the request that caused it fails too. */
export function tripwire(statement: string): void {
  const problem = problemOf(statement.replace(/^Executing \([^)]*\): /, ''));
  if (problem === null) return;
  trippedStatements.push(problem);
  throw new Error(`SQL tripwire: ${problem.slice(0, 400)}`);
}

/** Says what a statement does that it must not; null when it is right. */
export function problemOf(sql: string): string | null {
  if (REWRITE.test(sql)) return `changes the audit log: ${sql}`;
  const system = /^\/\* system: ([a-z-]+) \*\//.exec(sql)?.[1];
  if (system !== undefined) {
    return SYSTEM_WORK.includes(system) ? null : `the system work "${system}" is not listed: ${sql}`;
  }
  for (const scope of scopesOf(sql)) {
    const table = tablesIn(scope).find((name) => !isBound(scope, name));
    if (table) return `a statement on ${table} is not bound to a tenant: ${sql}`;
  }
  return null;
}

function tablesIn({ text }: SqlScope): string[] {
  return tables ? [...text.matchAll(tables)].map((match) => match[1] ?? '') : [];
}

/** Whether all rows that a scope reads or writes are of a tenant that it names. */
function isBound({ text, isCorrelated }: SqlScope, table: string): boolean {
  const columns = insertedColumns(text, table);
  if (columns) return columns.includes('tenant_id');
  return (isCorrelated ? WITH_ANYTHING : WITH_VALUE).test(conditionsOf(text));
}
