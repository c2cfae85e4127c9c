/** One SELECT, UPDATE, DELETE or INSERT of a statement, without those nested in it. */
export interface SqlScope {
  text: string;
  /** Whether it can refer to rows of the outer scope (`EXISTS`, `IN`, a column); derived tables cannot. */
  isCorrelated: boolean;
}

/** Splits a statement into itself, its subqueries and the parts of a UNION, with empty string literals. */
export function scopesOf(statement: string): SqlScope[] {
  const sql = statement.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/'(?:[^'\\]|\\.|'')*'/g, "''");
  return split(sql, false);
}

function split(sql: string, isCorrelated: boolean): SqlScope[] {
  const nested: SqlScope[] = [];
  let text = '';
  for (let at = 0; at < sql.length; at += 1) {
    if (sql[at] === '(' && /^\(\s*(SELECT|WITH)\b/i.test(sql.slice(at, at + 40))) {
      const end = closing(sql, at);
      const isDerived = /\b(FROM|JOIN)\s*$/i.test(text);
      nested.push(...split(sql.slice(at + 1, end), !isDerived));
      text += '(subquery)';
      at = end;
    } else text += sql[at];
  }
  const parts = text.split(/\bUNION(?:\s+ALL)?\b/i);
  return [...parts.map((part) => ({ text: part, isCorrelated })), ...nested];
}

function closing(sql: string, open: number): number {
  let depth = 0;
  for (let at = open; at < sql.length; at += 1) {
    if (sql[at] === '(') depth += 1;
    if (sql[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return sql.length;
}

/** The ON of an outer join: it leaves out no row of the table before it. */
const OUTER_ON =
  /\bLEFT\s+(?:OUTER\s+)?JOIN\b[\s\S]*?\bON\b[\s\S]*?(?=\b(?:WHERE|JOIN|LEFT|INNER|CROSS|SET|GROUP|ORDER|HAVING|LIMIT)\b|$)/gi;

/** Returns the conditions on a scope's rows: WHERE, and ON and USING of inner joins, without the SELECT list and SET. */
export function conditionsOf(whole: string): string {
  const text = whole.replace(OUTER_ON, ' ');
  const clause =
    /\b(?:WHERE|ON(?!\s+DUPLICATE)|USING)\b([\s\S]*?)(?=\b(?:WHERE|ON|USING|JOIN|LEFT|INNER|CROSS|SET|GROUP|ORDER|HAVING|LIMIT)\b|$)/gi;
  return [...text.matchAll(clause)].map((match) => match[1]).join(' ; ');
}

/** Returns the columns of an INSERT; null for other statements, and for one without a column list. */
export function insertedColumns(text: string, table: string): string[] | null {
  const found = new RegExp(`\\bINTO\\s+\`?${table}\`?\\s*\\(([^)]*)\\)`, 'i').exec(text);
  return found ? (found[1] ?? '').split(',').map((name) => name.replace(/[`\s]/g, '').toLowerCase()) : null;
}
