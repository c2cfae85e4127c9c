import { z } from 'zod';
import { OTHER_NAMES } from '../../../shared/contract/public/hints.ts';

/** Fields that a message can list; more would hide what is wrong. */
const LISTED_MAX = 12;

/**
 * Returns what to write about a field that a schema does not have: the field that was probably meant, or those that
 * there are. `path` leads to the object that has the field.
 */
export function unknownFieldSentence(
  schema: z.core.$ZodType | undefined,
  path: readonly string[],
  field: string,
): string {
  const known = schema ? [...fieldsAt(schema, path)] : [];
  const meant = meantBy(field, known);
  if (meant !== null) return `is not a known field. Did you mean ${meant}?`;
  return known.length > 0 && known.length <= LISTED_MAX
    ? `is not a known field. Known fields: ${known.join(', ')}`
    : 'is not a known field';
}

/** Returns the name that was probably meant: in another spelling, or what others call it; null when none is close. */
export function meantBy(given: string, known: readonly string[]): string | null {
  const plain = plainOf(given);
  const sameLetters = known.find((name) => plainOf(name) === plain);
  if (sameLetters !== undefined) return sameLetters;
  const others = Object.hasOwn(OTHER_NAMES, plain) ? OTHER_NAMES[plain] : undefined;
  const other = others?.find((name) => known.includes(name));
  if (other !== undefined) return other;
  const most = plain.length < 5 ? 1 : 2;
  const [closest] = known
    .map((name) => ({ name, distance: distanceOf(plain, plainOf(name)) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return closest?.name ?? null;
}

/** Names are given by strangers: only the beginning of a long one is compared. */
const COMPARED_MAX = 40;

function plainOf(name: string): string {
  return name
    .slice(0, COMPARED_MAX)
    .replace(/[_\s-]/g, '')
    .toLowerCase();
}

/** Returns how many letters have to be added, removed or replaced to make one word of another. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Returns the names of the fields that an object can have at a place of a schema; of all options of a union. */
function fieldsAt(schema: z.core.$ZodType, path: readonly string[]): ReadonlySet<string> {
  if (schema instanceof z.ZodUnion)
    return new Set(schema.options.flatMap((option) => [...fieldsAt(option, path)]));
  if (schema instanceof z.ZodPipe) return fieldsAt(schema.in, path);
  if (schema instanceof z.ZodLazy) return fieldsAt(schema.unwrap(), path);
  if (isWrapper(schema)) return fieldsAt(schema.unwrap(), path);
  const [step, ...rest] = path;
  if (schema instanceof z.ZodArray) return step === undefined ? new Set() : fieldsAt(schema.element, rest);
  if (!(schema instanceof z.ZodObject)) return new Set();
  if (step === undefined) return new Set(Object.keys(schema.shape));
  const child: unknown = Object.hasOwn(schema.shape, step) ? schema.shape[step] : undefined;
  return child instanceof z.core.$ZodType ? fieldsAt(child, rest) : new Set();
}

function isWrapper(schema: z.core.$ZodType) {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  );
}
