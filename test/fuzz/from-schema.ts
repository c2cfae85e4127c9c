import fc from 'fast-check';
import type { Json } from './hostile-values.ts';
import type { JsonSchema } from './operations.ts';

/** Generators for fields by name, where the schema alone would never produce an existing thing. */
export type Hints = Readonly<Record<string, fc.Arbitrary<Json>>>;

/**
 * Generates values that a JSON Schema allows. It knows what our contract's schemas use and throws for the
 * rest, so that no schema is silently misread. Refinements that JSON Schema cannot express (seven digits in
 * a phone number) are met by hints, or rejected with 400.
 */
export function fromSchema(schema: JsonSchema, hints: Hints, name = ''): fc.Arbitrary<Json> {
  const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
  if (hint) return hint;
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, hints)));
  if (schema.const !== undefined) return fc.constant(schema.const as Json);
  if (schema.enum) return fc.constantFrom(...(schema.enum as Json[]));
  switch (schema.type) {
    case 'object':
      return fromObject(schema, hints);
    case 'array':
      return fc.array(fromSchema((schema.items ?? {}) as JsonSchema, hints), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, (schema.minItems ?? 0) + 5),
      });
    case 'string':
      return fromString(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: Math.min(schema.maximum ?? 1_000, 2 ** 31) });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
    default:
      throw new Error(`from-schema.ts cannot generate ${JSON.stringify(schema)}: add the type`);
  }
}

function fromObject(schema: JsonSchema, hints: Hints): fc.Arbitrary<Json> {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, field]) => [name, fromSchema(field, hints, name)] as const,
  );
  const open = schema.additionalProperties;
  const others: fc.Arbitrary<Record<string, Json>> =
    typeof open === 'object'
      ? fc.dictionary(fc.string({ maxLength: 8 }), fromSchema(open, hints), { maxKeys: 3 })
      : fc.constant({});
  const declared = fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  return fc.tuple(others, declared).map(([extra, known]) => ({ ...extra, ...known }));
}

/** Later years have a sign and six digits in ISO format, which our schemas reject. */
const FOUR_DIGIT_YEARS = { min: new Date(0), max: new Date('2999-01-01'), noInvalidDate: true };

function fromString(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 40 } = schema;
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'date-time') return fc.date(FOUR_DIGIT_YEARS).map((date) => date.toISOString());
  if (format === 'uri') return fc.webUrl();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  const longest = Math.min(maxLength, minLength + 40);
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: longest }) },
    // Exactly the maximum length.
    { weight: 1, arbitrary: fc.constant('m'.repeat(Math.min(maxLength, 5_000))) },
  );
}
