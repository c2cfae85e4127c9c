type Schema = Record<string, unknown>;

/** Keywords of which the larger or the smaller of two applies. */
const LARGER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const SMALLER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const ANNOTATIONS = [
  'description',
  'title',
  'default',
  'examples',
  '$comment',
  '$schema',
  'deprecated',
  '$defs',
  'definitions',
];
const MAX_FOLLOWED = 32;

/**
 * Merges the parts of `allOf` with the schema around them. References are replaced by what they mean, once.
 * @returns whether the merged schema says everything that the parts say.
 */
export function mergedParts(
  schema: Schema,
  parts: readonly unknown[],
  lookUp: (ref: string) => unknown,
): { whole: Schema; isExact: boolean } {
  const { allOf: _allOf, ...rest } = schema;
  const [only] = parts;
  // One reference with a description, as many generators write it, stays a reference.
  if (
    parts.length === 1 &&
    isReference(only) &&
    Object.keys(rest).every((name) => ANNOTATIONS.includes(name))
  )
    return { whole: { ...rest, ...only }, isExact: true };
  let whole: Schema = rest;
  let isExact = true;
  for (const part of parts) {
    let given = part;
    for (let times = 0; isReference(given) && times < MAX_FOLLOWED; times += 1) {
      if (Object.keys(given).length > 1) isExact = false;
      given = lookUp(given.$ref);
    }
    if (given === true) continue;
    if (typeof given !== 'object' || given === null || isReference(given)) {
      isExact = false;
      continue;
    }
    const merged = merge(whole, given as Schema);
    whole = merged.whole;
    isExact &&= merged.isExact;
  }
  return { whole, isExact };
}

function isReference(part: unknown): part is { $ref: string } {
  return typeof part === 'object' && part !== null && typeof (part as Schema).$ref === 'string';
}

function merge(one: Schema, other: Schema): { whole: Schema; isExact: boolean } {
  const whole: Schema = { ...one };
  let isExact = true;
  for (const [name, value] of Object.entries(other)) {
    const known = whole[name];
    if (known === undefined || ANNOTATIONS.includes(name)) whole[name] = value;
    else if (name === 'properties') {
      const both = Object.keys(value as object).some((key) => key in (known as object));
      if (both) isExact = false;
      whole[name] = { ...(known as object), ...(value as object) };
    } else if (name === 'required') whole[name] = [...new Set([known, value].flat())];
    else if (LARGER.includes(name)) whole[name] = Math.max(Number(known), Number(value));
    else if (SMALLER.includes(name)) whole[name] = Math.min(Number(known), Number(value));
    else if (JSON.stringify(known) !== JSON.stringify(value)) {
      whole[name] = value;
      isExact = false;
    }
  }
  return { whole, isExact };
}
