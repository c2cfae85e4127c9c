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
