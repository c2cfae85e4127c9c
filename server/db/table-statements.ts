import type { Table } from './define-model.ts';
import type { Bindings } from './statement.ts';

/**
 * The four statements that any table needs, from what its model declares. Sequelize could make them too;
 * its own way costs several times the time of the statement itself (decision 0201).
 */
export interface TableStatements {
  /** `where` gives the properties to compare; a null is compared with IS NULL. */
  select(where: Bindings, limit?: number): string;
  insert(values: Bindings): string;
  /** Many rows, their values bound as `name0`, `name1` and so on. */
  insertMany(names: readonly string[], count: number): string;
  /** Changes one row of a tenant; `:id` and `:tenantId` are bound beside the values. */
  update(values: Bindings): string;
}

const made = new WeakMap<object, TableStatements>();

export function statementsOf<Row extends object>(table: Table<Row>): TableStatements {
  const known = made.get(table);
  if (known) return known;
  const statements = makeStatements(table);
  made.set(table, statements);
  return statements;
}

function makeStatements<Row extends object>(table: Table<Row>): TableStatements {
  const name = table.tableName;
  const columns = new Map(
    Object.entries<{ field?: string }>(table.getAttributes()).map(([property, { field }]) => [
      property,
      `\`${field}\``,
    ]),
  );
  const all = [...columns].map(([property, column]) => `${column} AS \`${property}\``).join(', ');

  /** A property that the model does not declare never gets into a statement. */
  function column(property: string): string {
    const found = columns.get(property);
    if (!found) throw new Error(`${name} has no ${property}`);
    return found;
  }
  const list = (properties: readonly string[]) => properties.map(column).join(', ');

  return {
    select: (where, limit) => {
      const conditions = Object.entries(where).map(([property, value]) =>
        value === null ? `${column(property)} IS NULL` : `${column(property)} = :${property}`,
      );
      const end = limit === undefined ? '' : ` LIMIT ${Math.trunc(limit)}`;
      return `SELECT ${all} FROM ${name} WHERE ${conditions.join(' AND ')}${end}`;
    },
    insert: (values) => {
      const properties = Object.keys(values);
      const places = properties.map((property) => `:${property}`).join(', ');
      return `INSERT INTO ${name} (${list(properties)}) VALUES (${places})`;
    },
    insertMany: (properties, count) => {
      const rows = Array.from(
        { length: count },
        (_, row) => `(${properties.map((property) => `:${property}${row}`).join(', ')})`,
      );
      return `INSERT INTO ${name} (${list(properties)}) VALUES ${rows.join(', ')}`;
    },
    update: (values) => {
      const changes = Object.keys(values).map((property) => `${column(property)} = :${property}`);
      return `UPDATE ${name} SET ${changes.join(', ')} WHERE tenant_id = :tenantId AND id = :id`;
    },
  };
}
