/** Returns whether a value that another program or an earlier version wrote is of a type. */
export type Check<Value> = (value: unknown) => value is Value;

export const isText: Check<string> = (value) => typeof value === 'string';
export const isNumber: Check<number> = (value) => typeof value === 'number';
export const isFlag: Check<boolean> = (value) => typeof value === 'boolean';

/** Any object that is not a list. */
export const isObject: Check<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One of a few texts. */
export function isOneOf<const Values extends readonly string[]>(...values: Values): Check<Values[number]> {
  return (value): value is Values[number] => isText(value) && values.includes(value);
}

/** A value or null. */
export function isNullable<Value>(check: Check<Value>): Check<Value | null> {
  return (value): value is Value | null => value === null || check(value);
}

/** A value that may be missing. */
export function isOptional<Value>(check: Check<Value>): Check<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || check(value);
}

export function isListOf<Value>(check: Check<Value>): Check<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(check);
}

/** An object whose fields all have values of one type. */
export function isRecordOf<Value>(check: Check<Value>): Check<Record<string, Value>> {
  return (value): value is Record<string, Value> => isObject(value) && Object.values(value).every(check);
}

/** An object with these fields. It may have others. */
export function isShape<Shape extends object>(
  fields: {
    [Field in keyof Shape]-?: Check<Shape[Field]>;
  },
): Check<Shape> {
  const checks = Object.entries<Check<unknown>>(fields);
  return (value): value is Shape => isObject(value) && checks.every(([name, check]) => check(value[name]));
}

/** Parses JSON that is stored in the browser. Null when it is not JSON, or not of the type. */
export function readStored<Value>(text: string | null, check: Check<Value>): Value | null {
  try {
    const value: unknown = JSON.parse(text || 'null');
    return check(value) ? value : null;
  } catch {
    return null;
  }
}
