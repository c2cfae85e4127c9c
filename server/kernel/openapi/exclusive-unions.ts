import type { JSONSchema } from '@orpc/openapi';
import type { ZodToJsonSchemaConverterOptions } from '@orpc/zod/zod4';
import type { z } from 'zod';

type Interceptor = NonNullable<ZodToJsonSchemaConverterOptions['interceptors']>[number];

/**
 * Writes a union that is told apart by one field as OpenAPI has it: `oneOf`, and with a `discriminator`
 * where the cases have names, so that generated clients know each case by that field. A union of one case is that case.
 */
export const exclusiveUnions: Interceptor = ({ next, schema }) => {
  const result = next();
  const { type, discriminator, options } = (schema as z.core.$ZodDiscriminatedUnion)._zod.def;
  const [required, { anyOf, ...rest }] = result;
  if (type !== 'union' || discriminator === undefined || !Array.isArray(anyOf)) return result;
  if (anyOf.length === 1) return [required, { ...rest, ...(anyOf[0] as object) }];
  const mapping = mappingOf(discriminator, options, anyOf);
  return [required, { ...rest, oneOf: anyOf, ...mapping } as never];
};

/** Which case each word names. OpenAPI can only name cases that have a name of their own. */
function mappingOf(
  discriminator: string,
  options: readonly z.core.$ZodType[],
  cases: readonly JSONSchema[],
): { discriminator?: { propertyName: string; mapping: Record<string, string> } } {
  const entries = options.flatMap((option, place) => {
    const { $ref } = cases[place] as { $ref?: string };
    const words = [...(option._zod.propValues?.[discriminator] ?? [])];
    return $ref === undefined ? [] : words.map((word) => [String(word), $ref] as const);
  });
  if (entries.length < cases.length) return {};
  return { discriminator: { propertyName: discriminator, mapping: Object.fromEntries(entries) } };
}
