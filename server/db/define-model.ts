import {
  DataTypes,
  type Model,
  type ModelAttributeColumnOptions,
  type ModelStatic,
  type Sequelize,
} from 'sequelize';

/** A table as Sequelize sees it; rows are read raw, so a row type is all a repository meets. */
export type Table<Row extends object> = ModelStatic<Model<Row, Partial<Row>>>;

type Columns<Row> = { [Name in keyof Row]-?: ModelAttributeColumnOptions };

/**
 * Declares a table for Sequelize. The columns themselves are made by migrations; property names are
 * camelCase, column names snake_case.
 */
export function defineModel<Row extends object>(name: string, columns: Columns<Row>) {
  return (sequelize: Sequelize): Table<Row> =>
    sequelize.define<Model<Row, Partial<Row>>>(name, columns as never, {
      tableName: name,
      underscored: true,
      timestamps: false,
    });
}

/** BINARY(16): an id of ours in its stored form. */
export const key = (options: ModelAttributeColumnOptions | object = {}) => ({
  type: 'BINARY(16)',
  ...options,
});
/** BINARY(32): a SHA-256 sized digest. */
export const digest = () => ({ type: 'BINARY(32)' });
export const string = () => ({ type: DataTypes.STRING });
export const text = () => ({ type: DataTypes.TEXT });
export const integer = () => ({ type: DataTypes.INTEGER });
export const bytes = () => ({ type: DataTypes.BLOB });
/** DATETIME(3) in UTC. */
export const time = () => ({ type: DataTypes.DATE(3) });
/** JSON as text: some driver and server pairs give strings back, others objects; read it with `asJson`. */
export const json = () => ({ type: DataTypes.TEXT });

/** The value of a JSON column, whichever of the two forms the driver gave. */
export function asJson<T>(value: unknown): T {
  return (typeof value === 'string' ? JSON.parse(value) : value) as T;
}

/** Returns what to store in a JSON column: text is taken as JSON, null stays null. */
export function jsonText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
