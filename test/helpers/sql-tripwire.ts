import { clusterProblemOf } from './portable-sql.ts';
import { conditionsOf, insertedColumns, type SqlScope, scopesOf } from './sql-scopes.ts';

/**
 * System work that crosses tenants on purpose. Such a statement starts with a comment that names the work.
 * Names may be removed here; adding one needs a reason in the review.
 */
const SYSTEM_WORK = [
  'access-link', // a token names its tenant
  'callback', // the worker's own row, by id and lease token
  'channel-watch', // which tenants wait for the platform
  'claim', // candidates of all tenants
  'complete', // the worker's own row, by id and lease token
  'clock-step', // due times of all tenants, after a clock step
  'housekeeping', // expired rows of all tenants
  'fetch', // the worker's own row, by id and lease token
  'inference-key', // a key names its tenant
  'job', // the worker's own row, by id and lease token; failed jobs, for the operator
  'metrics', // counts of all tenants together
  'postpone', // the worker's own row, by id and lease token
  'reclaim', // when an embedded server starts
  'renew', // the worker's own row, by id and lease token
  'relay', // which tenants have new events
  'send', // the worker's own row, by id and lease token
  'session', // a token names its tenant
  'sign-in', // an email address can belong to several tenants
  'sockets', // the sessions of open sockets, by their ids
  'socket-ticket', // a ticket names its tenant
  'test', // rows that a test creates or counts
  'webhooks', // endpoints of all tenants with due deliveries; the worker's own deliveries, by id and lease token
  'template-sync', // the worker's own row, by id and lease token
];

/** The audit log is append-only. */
const REWRITE = /\b(UPDATE|DELETE\s+FROM|REPLACE\s+INTO|TRUNCATE)\s+(TABLE\s+)?`?audit_log\b/i;

/** `tenant_id` compared with a value: a binding, a list, a member of a tuple. */
const WITH_VALUE =
  /\btenant_id`?\s*(?:=|<=>)\s*(?::\w|\?|X?''|UNHEX)|\btenant_id`?\s+IN\b|(?::\w+|\?)\s*=\s*(?:\w+\.)?`?tenant_id\b|\(\s*(?:\w+\.)?tenant_id\s*,[^)]*\)\s*(?:IN\b|[=<>])/i;
/** `tenant_id` compared with anything, such as a row of the outer statement. */
const WITH_ANYTHING = /\btenant_id`?\s*(?:=|<=>|IN\b)|=\s*(?:\w+\.)?`?tenant_id\b/i;

/** Syntax that MySQL 8, MariaDB 10.6 or a cluster with their protocol does not know, or reads differently. */
const NOT_PORTABLE: readonly (readonly [RegExp, string])[] = [
  [/\bLIMIT\s+(?::\w|\?)|\bOFFSET\s+(?::\w|\?)/i, 'a bound LIMIT'],
  [/\bRETURNING\b/i, 'RETURNING'],
  [/\bSKIP\s+LOCKED\b|\bNOWAIT\b/i, 'SKIP LOCKED or NOWAIT'],
  [
    /->>?\s*['"]|\bJSON_(?:TABLE|VALUE|ARRAYAGG|OBJECTAGG|OVERLAPS|DETAILED|EXISTS|QUERY)\b|\bMEMBER\s+OF\b/i,
    'a JSON function',
  ],
  [/\)\s*AS\s+\w+\s*(?:\([^)]*\)\s*)?ON\s+DUPLICATE\b/i, 'an alias of new rows'],
  [
    /\bREPLACE\s+INTO\b|\bLATERAL\b|\bFULL\s+(?:OUTER\s+)?JOIN\b|(?<!:)\bEXCEPT\b|\bINTERSECT\b/i,
    'syntax of one vendor',
  ],
  [/\bMD5\s*\(|\bPASSWORD\s*\(|\bSQL_CALC_FOUND_ROWS\b|\bFOUND_ROWS\s*\(/i, 'a function that was removed'],
  [/\bALTER\s+TABLE\b[^;]*\bIF\s+(?:NOT\s+)?EXISTS\b/i, 'IF EXISTS in ALTER TABLE'],
];

/** Returns the vendor syntax in a statement, or null. What stands in quotes is no syntax. */
export function vendorSyntaxOf(sql: string): string | null {
  const text = sql.replace(/'(?:[^'\\]|\\.|'')*'/g, (quoted) => (quoted.startsWith("'$") ? quoted : "''"));
  return NOT_PORTABLE.find(([syntax]) => syntax.test(text))?.[1] ?? null;
}

/** Tables whose rows belong to a tenant; null until `watchTables` is called. */
let tables: RegExp | null = null;

/** Statements that were found to be allowed. Most are sent thousands of times. */
const allowed = new Set<string>();
const ALLOWED_MAX = 20_000;

/** Sets the tables that have a `tenant_id`, once the schema is up to date. */
export function watchTables(names: readonly string[]): void {
  allowed.clear();
  const any = names.join('|');
  const further = '\\bFROM\\s+\\S+(?:\\s+(?:AS\\s+)?\\w+)?\\s*,';
  tables = new RegExp(`(?:\\bFROM|\\bJOIN|\\bINTO|\\bUPDATE|${further})\\s+\`?(${any})\`?(?![\\w.])`, 'gi');
}

/** Statements that could touch another tenant's rows. Any entry fails the run. */
export const trippedStatements: string[] = [];

/** Checks one statement; a violation is recorded and thrown, which also fails the request that caused it. */
export function tripwire(statement: string): void {
  const sql = statement.replace(/^Executing \([^)]*\): /, '');
  if (allowed.has(sql)) return;
  const problem = problemOf(sql);
  if (problem === null) {
    if (allowed.size >= ALLOWED_MAX) allowed.clear();
    allowed.add(sql);
    return;
  }
  trippedStatements.push(problem);
  throw new Error(`SQL tripwire: ${problem.slice(0, 400)}`);
}

/** Returns why a statement is not allowed, or null. */
export function problemOf(sql: string): string | null {
  if (REWRITE.test(sql)) return `changes the audit log: ${sql}`;
  if (!sql.startsWith('/* system: test */')) {
    const vendor = vendorSyntaxOf(sql) ?? clusterProblemOf(sql);
    if (vendor !== null) return `${vendor} is not portable: ${sql}`;
  }
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

/** Whether all rows that a scope reads or writes belong to a tenant that it names. */
function isBound({ text, isCorrelated }: SqlScope, table: string): boolean {
  const columns = insertedColumns(text, table);
  if (columns) return columns.includes('tenant_id');
  return (isCorrelated ? WITH_ANYTHING : WITH_VALUE).test(conditionsOf(text));
}
