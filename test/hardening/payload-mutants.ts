import * as fc from 'fast-check';

type Path = readonly (string | number)[];
/** A value without a place in the platform's documents; `unique` keeps two ids from being the same. */
export type Odd = (unique: string) => unknown;

const nested = (levels: number, open = '[', close = ']') =>
  JSON.parse(`${open.repeat(levels)}${close === '}' ? '1' : ''}${close.repeat(levels)}`);

const DEEP = 'six thousand levels';

/** Returns the body of a callback. What is nested too deeply for `JSON.stringify` is put in afterwards. */
export function bodyOf(value: object): string {
  return JSON.stringify(value).replaceAll(`"${DEEP}"`, `${'['.repeat(6_000)}${']'.repeat(6_000)}`);
}

/** Values that stop a careless reader, a JSON column, a text column or `JSON.stringify`. */
const ODD: readonly Odd[] = [
  () => null,
  () => '',
  () => true,
  () => [],
  () => ({}),
  () => -1,
  () => 1e21,
  () => Number('12345678901234567890'),
  (unique) => Number(unique),
  (unique) => `${'9'.repeat(20)}${unique}`,
  (unique) => [unique],
  (unique) => ({ id: unique }),
  (unique) => `half \ud83d${unique}`,
  (unique) => `\udc00 other half${unique}`,
  (unique) => `${'a'.repeat(199)}😀${unique}`,
  (unique) => `nul \u0000${unique}`,
  (unique) => `\u202e\ufeff\u200f${unique}`,
  (unique) => `${'x'.repeat(70_000)}${unique}`,
  (unique) => `${'é'.repeat(40_000)}${unique}`,
  () => nested(40),
  () => DEEP,
  () => nested(300, '{"a":', '}'),
  () => ({ toString: 1, toJSON: 1, constructor: { prototype: 1 } }),
  () => JSON.parse('{"__proto__": {"id": "x"}, "length": 5}'),
  () => Array.from({ length: 3_000 }, () => null),
];

/** Returns the paths of everything in a value, the value itself not included. */
export function pathsOf(value: unknown, before: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const path = [...before, Array.isArray(value) ? Number(key) : key];
    return [path, ...pathsOf(part, path)];
  });
}

/** Returns a copy with another value at a path. */
export function withValue<T>(whole: T, path: Path, value: unknown): T {
  const copy = structuredClone(whole);
  let place = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) place = place[step] as Record<string | number, unknown>;
  const last = path.at(-1);
  if (last !== undefined) place[last] = value;
  return copy;
}

/** One field of one item, and what it is replaced by. */
export interface Mutation {
  kind: number;
  field: number;
  odd: Odd;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.nat(1_000),
  field: fc.nat(1_000),
  odd: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ODD) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => wrap(value)) },
  ),
});

/** A generated text or number could be the id of two items, so it comes in a list. */
function wrap(value: unknown): Odd {
  return () => (typeof value === 'string' || typeof value === 'number' ? [value] : value);
}

/** Applies a mutation to one of the kinds. */
export function mutate<T extends object>(
  kinds: readonly ((unique: string) => T)[],
  { kind, field, odd }: Mutation,
  unique: string,
): T {
  const make = kinds[kind % kinds.length];
  if (!make) throw new Error('there are no kinds');
  const whole = make(unique);
  const paths = pathsOf(whole);
  return withValue(whole, paths[field % paths.length] ?? [], odd(unique));
}
