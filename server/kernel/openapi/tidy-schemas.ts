type Json = Record<string, unknown>;

/**
 * Takes out of every schema under `node` what says nothing: the bounds of JavaScript's integers, and "anything or
 * something else". Changes it in place.
 */
export function withoutNoise(node: unknown): void {
  each(node, (schema) => {
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
    if (Array.isArray(schema.anyOf) && schema.anyOf.some(isEmpty)) delete schema.anyOf;
  });
}

/**
 * Lets every object schema under `node` have further fields. For answers: they gain fields within a version, and a client that
 * was generated from today's document must still take them. Changes it in place.
 */
export function openToNewFields(node: unknown): void {
  each(node, (schema) => {
    if (schema.additionalProperties === false) delete schema.additionalProperties;
  });
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
}

function each(node: unknown, change: (object: Json) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) change(node as Json);
  for (const value of Object.values(node)) each(value, change);
}
