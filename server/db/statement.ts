type Value = string | number | Buffer | Date | null;

/**
 * Values of a statement: `:name` in the SQL stands for the value; a list becomes as many values, and a list of lists
 * as many rows in brackets, for `VALUES :rows`.
 */
export type Bindings = Record<string, Value | readonly Value[] | readonly (readonly Value[])[]>;

/** A statement as the driver takes it: `?` for each value, in order. */
export interface Statement {
  text: string;
  values: (string | number | Buffer | null)[];
}

/** Reads a name in a statement; what stands in quotes or is part of a longer word is none. */
const NAME = /'(?:[^'\\]|\\.|'')*'|(?<![\w:]):([A-Za-z]\w*)/g;

/** The pieces of SQL between the names, by statement: there are as many as there are places in our code. */
const compiled = new Map<string, { pieces: string[]; names: string[] }>();
const COMPILED_MAX = 1_000;
/** A longer statement has a part for each of many rows: it is another one each time, and a thousand of them are 400 MB. */
const COMPILED_LENGTH_MAX = 8_000;

/**
 * Puts `?` where a statement has `:name`, and the values in their order. A Date becomes UTC text with
 * milliseconds, which compares with DATETIME(3) whatever the session's time zone is.
 * @throws {Error} when a name has no value: a statement with a hole in it must not run.
 */
export function bind(sql: string, bindings: Bindings = {}): Statement {
  const { pieces, names } = compile(sql);
  const values: Statement['values'] = [];
  let text = pieces[0] ?? '';
  for (const [index, name] of names.entries()) {
    const value = bindings[name];
    if (value === undefined) throw new Error(`no value for :${name} in: ${sql.slice(0, 200)}`);
    text += placesOf(value, values) + pieces[index + 1];
  }
  return { text, values };
}

function compile(sql: string) {
  const known = compiled.get(sql);
  if (known) return known;
  const pieces: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (const match of sql.matchAll(NAME)) {
    if (match[1] === undefined) continue;
    pieces.push(sql.slice(from, match.index));
    names.push(match[1]);
    from = match.index + match[0].length;
  }
  pieces.push(sql.slice(from));
  if (sql.length > COMPILED_LENGTH_MAX) return { pieces, names };
  if (compiled.size >= COMPILED_MAX) compiled.clear();
  compiled.set(sql, { pieces, names });
  return { pieces, names };
}

/** Appends what a value stands for to `values`, and answers the text for it. */
function placesOf(value: Bindings[string] | undefined, values: Statement['values']): string {
  if (!Array.isArray(value)) {
    if (value === undefined) throw new Error('a list of a statement has no value in a place');
    values.push(value instanceof Date ? sqlTime(value) : (value as Exclude<Value, Date>));
    return '?';
  }
  let text = '';
  for (const [index, one] of (value as readonly (Value | readonly Value[])[]).entries()) {
    if (index > 0) text += ', ';
    text += Array.isArray(one) ? `(${placesOf(one, values)})` : placesOf(one as Value, values);
  }
  return text;
}

function sqlTime(time: Date): string {
  return time.toISOString().replace('T', ' ').replace('Z', '');
}
