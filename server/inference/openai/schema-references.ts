import type { GrammarSchema } from '../protocol.ts';

/** Marks a definition that is being visited. */
const OPEN = 'open';

/**
 * Finds a reference in a converted schema that leads back to itself without producing output, such as
 * `a: {"$ref": "#/$defs/a"}`, which cannot be converted to a grammar. Each definition is visited once.
 * @returns the reference; null if there is none.
 */
export function findEndlessReference(schema: GrammarSchema): string | null {
  const definitions = (schema.$defs ?? {}) as Record<string, GrammarSchema>;
  const seen = new Map<string, typeof OPEN | 'done'>();
  const look = (part: GrammarSchema): string | null => {
    if (typeof part.$ref === 'string') return follow(part.$ref);
    for (const choice of (part.oneOf ?? []) as GrammarSchema[]) {
      const found = look(choice);
      if (found !== null) return found;
    }
    return null;
  };
  const follow = (ref: string): string | null => {
    const state = seen.get(ref);
    if (state === OPEN) return ref;
    const definition = definitions[ref.slice('#/$defs/'.length)];
    if (state === 'done' || definition === undefined) return null;
    seen.set(ref, OPEN);
    const found = look(definition);
    seen.set(ref, 'done');
    return found;
  };
  for (const name of Object.keys(definitions)) {
    const found = follow(`#/$defs/${name}`);
    if (found !== null) return found;
  }
  return null;
}

/** Maximum number of items that the engine spells out for a list when it describes a function. */
const MAX_COPIES = 10;

/**
 * Returns the maximum number of times that the engine repeats the innermost part of a converted schema when
 * it describes a function to the model. A list with `minItems: 3` is written as three items and a remainder,
 * and nested lists multiply. Each definition is visited once.
 */
export function repetitionOf(schema: GrammarSchema): number {
  const definitions = (schema.$defs ?? {}) as Record<string, GrammarSchema>;
  const known = new Map<string, number>();
  const measure = (part: unknown): number => {
    if (typeof part !== 'object' || part === null) return 1;
    const { $ref, oneOf, properties, additionalProperties, items, prefixItems, minItems } =
      part as GrammarSchema;
    if (typeof $ref === 'string') return measureDefinition($ref);
    const inner = [
      ...(Array.isArray(oneOf) ? oneOf : []),
      ...Object.values((properties ?? {}) as object),
      ...(Array.isArray(prefixItems) ? prefixItems : []),
      additionalProperties,
    ].reduce<number>((most, one) => Math.max(most, measure(one)), 1);
    const copies =
      typeof minItems === 'number' && minItems > 0 ? Math.min(Math.ceil(minItems), MAX_COPIES) + 1 : 1;
    return Math.max(inner, copies * measure(items));
  };
  const measureDefinition = (ref: string): number => {
    const found = known.get(ref);
    if (found !== undefined) return found;
    // A recursive definition is referred to by name, and not expanded again.
    known.set(ref, 1);
    const measured = measure(definitions[ref.slice('#/$defs/'.length)]);
    known.set(ref, measured);
    return measured;
  };
  return measure(schema);
}

/** Returns the part of a schema that a reference such as `#/properties/a` means; undefined if there is none. */
export function valueAt(schema: unknown, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  let value = schema;
  for (const part of ref.split('/').slice(1)) {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Maximum number of properties of an object that can be left out: grammars grow with the square of it. */
const MAX_OPTIONAL = 20;

/**
 * Removes `required` from the objects of a converted schema in which no optional property leads back to the object:
 * then everything is written. What remains lets a recursive value end.
 * @returns whether anything remains.
 */
export function keepRecursiveOptions(schema: GrammarSchema): boolean {
  const definitions = (schema.$defs ?? {}) as Record<string, GrammarSchema>;
  const recursive = recursiveDefinitions(definitions);
  let isAnyKept = false;
  forEachPart(schema, (part) => {
    const { required, properties } = part as { required?: string[]; properties?: object };
    // A property can have this name too.
    if (!Array.isArray(required)) return;
    const recursiveNames = Object.entries(properties ?? {})
      .filter(([name, one]) => !required.includes(name) && refersTo(one, recursive))
      .map(([name]) => name)
      .slice(0, MAX_OPTIONAL);
    if (recursiveNames.length === 0) {
      delete part.required;
      return;
    }
    isAnyKept = true;
    part.required = Object.keys(properties ?? {}).filter((name) => !recursiveNames.includes(name));
  });
  return isAnyKept;
}

/** Returns the names of the definitions that contain themselves. */
function recursiveDefinitions(definitions: Record<string, GrammarSchema>): Set<string> {
  const inside = new Map(
    Object.entries(definitions).map(([name, part]) => [name, referencesIn(part)] as const),
  );
  const contains = (name: string): boolean => {
    const seen = new Set<string>();
    const open = [...(inside.get(name) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === name) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(inside.get(next) ?? []));
    }
    return false;
  };
  return new Set(Object.keys(definitions).filter(contains));
}

function refersTo(part: unknown, names: ReadonlySet<string>): boolean {
  return [...referencesIn(part)].some((name) => names.has(name));
}

function referencesIn(schema: unknown): Set<string> {
  const found = new Set<string>();
  forEachPart(schema, (part) => {
    if (typeof part.$ref === 'string') found.add(part.$ref.slice('#/$defs/'.length));
  });
  return found;
}

/** Visits every object of a converted schema. */
function forEachPart(schema: unknown, visit: (part: Record<string, unknown>) => void): void {
  if (Array.isArray(schema)) for (const part of schema) forEachPart(part, visit);
  else if (typeof schema === 'object' && schema !== null) {
    visit(schema as Record<string, unknown>);
    for (const part of Object.values(schema)) forEachPart(part, visit);
  }
}
