import { type OpenSpan, type SpanStart, tracing } from './tracing.ts';

const OPERATION = /^\s*(?:\/\*.*?\*\/\s*)?([A-Za-z]+)/s;
const TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+`?([a-z][a-z0-9_]*)/;

/**
 * Opens a span for a statement; null while tracing is off, and outside of a span. It has the operation and the first
 * table: never the text, which may hold values.
 */
export function statementSpan(text: string): OpenSpan | null {
  return tracing()?.leaf(() => startOf(text)) ?? null;
}

function startOf(text: string): SpanStart {
  const { operation, table } = summaryOf(text);
  return {
    name: table === null ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'mariadb',
      'db.operation.name': operation,
      ...(table === null ? {} : { 'db.collection.name': table }),
    },
  };
}

/** Returns the operation of a statement, and the first table that it names. */
export function summaryOf(text: string): { operation: string; table: string | null } {
  return {
    operation: (OPERATION.exec(text)?.[1] ?? 'SQL').toUpperCase(),
    table: TABLE.exec(text)?.[1] ?? null,
  };
}
