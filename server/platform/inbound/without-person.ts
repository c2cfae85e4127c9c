import { phoneDigits } from './lenient.ts';

/** Fields whose digits are never a person's. */
const OTHER_FIELDS = new Set(['timestamp', 'time', 'phone_number_id', 'display_phone_number', 'code']);
/** Deeper values are removed as a whole. */
const DEPTH_MAX = 64;

/**
 * Returns a part of a callback without what belongs to these people: in a list, the elements with one of
 * their numbers or ids in a field; outside of lists, the whole value. Undefined when nothing is left.
 * @param people numbers as digits, and ids of the platform.
 */
export function withoutPerson(value: unknown, people: ReadonlySet<string>, depth = 0): unknown {
  if (depth > DEPTH_MAX) return undefined;
  if (Array.isArray(value)) {
    return value.map((one) => withoutPerson(one, people, depth + 1)).filter((one) => one !== undefined);
  }
  if (typeof value !== 'object' || value === null) return isOf(value, people) ? undefined : value;
  const rest: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    if (OTHER_FIELDS.has(name)) {
      rest[name] = part;
      continue;
    }
    const left = withoutPerson(part, people, depth + 1);
    // A field with their number makes the object theirs.
    if (left === undefined && part !== undefined) return undefined;
    rest[name] = left;
  }
  return rest;
}

function isOf(value: unknown, people: ReadonlySet<string>): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const digits = phoneDigits(value);
  return people.has(String(value)) || (digits !== null && people.has(digits));
}
