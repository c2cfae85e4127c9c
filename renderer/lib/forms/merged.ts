/**
 * Returns a draft after what is stored has changed: what the person has typed stays, and everything else is as it is
 * stored now. `before` is what was stored when the draft was last up to date. Lists are values as a whole.
 */
export function merged<Value>(draft: Value, before: Value, stored: Value): Value {
  if (isSame(draft, before)) return stored;
  if (!isRecord(draft) || !isRecord(before) || !isRecord(stored)) return draft;
  const parts = Object.keys(draft).map((key) => [key, merged(draft[key], before[key], stored[key])]);
  return Object.fromEntries(parts) as Value;
}

/**
 * Returns the fields of a form that differ from what it began with. Only these are sent: to send all of them would undo
 * what a colleague has changed in the others since.
 */
export function changedFields<Values extends object>(values: Values, before: Values): Partial<Values> {
  const names = (Object.keys(values) as (keyof Values)[]).filter(
    (name) => !isSame(values[name], before[name]),
  );
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

/** Whether two values are written alike. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
