type Json = Record<string, unknown>;

/**
 * Removes noise from every schema under `node`: JavaScript's integer bounds, and unions that include
 * "anything". Mutates `node`.
 */
export function withoutNoise(node: unknown): void {
  each(node, (schema) => {
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
    if (Array.isArray(schema.anyOf) && schema.anyOf.some(isEmpty)) delete schema.anyOf;
  });
}

/**
 * Allows additional fields in every object schema under `node`. For responses: they gain fields within an API
 * version, and clients generated from today's document must still accept them. Mutates `node`.
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
