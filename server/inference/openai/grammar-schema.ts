import type { GrammarSchema } from '../protocol.ts';
import { invalidValue, unsupported } from './openai-error.ts';
import { createSchemaBudget, SCHEMA_LIMITS, type SchemaBudget, type SchemaCounter } from './schema-budget.ts';
import { findEndlessReference } from './schema-references.ts';

interface Conversion {
  /** The field of the request that contains the schema, for error messages. */
  param: string;
  /** Whether keywords that would be dropped without a substitute are errors. */
  isStrict: boolean;
  /** Shared by all schemas of one request; without it the schema has its own budget. */
  budget?: SchemaBudget;
}

/** The context of converting one schema, passed to every level. */
interface Context extends Pick<Conversion, 'param' | 'isStrict'> {
  counter: SchemaCounter;
  /** Names under the root's `$defs`. Only these and the root itself can be referred to. */
  names: ReadonlySet<string>;
  root: { name: string; isReferred: boolean };
}

type Schema = Record<string, unknown>;

const DEEPEST = 32;
const LONGEST_TEXT = 1_000;
const MAX_ITEMS = 1_000;
const FORMATS = ['date', 'time', 'date-time'];
/**
 * Keywords that change which values are valid, and that are rejected in a strict schema. `pattern`, `format`,
 * `multipleOf` and limits of numbers are ignored instead, because OpenAI's strict mode allows them and many
 * clients always send them.
 */
const REFUSED = [
  'not',
  'if',
  'patternProperties',
  'propertyNames',
  'uniqueItems',
  'contains',
  'dependentRequired',
  'dependentSchemas',
];

/**
 * Converts a JSON schema to the subset that the engine's grammars support. Each subschema is converted once,
 * `$defs` only at the root, and the work is bounded by `SCHEMA_LIMITS`. Optional properties become required:
 * a value with all of them is valid too.
 * @throws {OpenAiError} 400 that names the field and the keyword or limit.
 */
export function grammarSchema(schema: unknown, conversion: Conversion): GrammarSchema {
  const { param, isStrict, budget = createSchemaBudget() } = conversion;
  const counter = budget.counterFor(param);
  counter.checkText(schema);
  const definitions = isObject(schema) ? { ...partsOf(schema.definitions), ...partsOf(schema.$defs) } : {};
  const names = new Set(Object.keys(definitions));
  counter.checkDefinitions(names.size);
  const context: Context = { param, isStrict, counter, names, root: { name: 'root', isReferred: false } };
  while (names.has(context.root.name)) context.root.name += '_';
  const $defs = mapped(definitions, (part) => convert(part, context, 1));
  const whole = convert(schema, context, 0);
  const converted = context.root.isReferred
    ? { $ref: `#/$defs/${context.root.name}`, $defs: { ...$defs, [context.root.name]: whole } }
    : { ...whole, ...(names.size > 0 ? { $defs } : {}) };
  const endless = findEndlessReference(converted);
  if (endless !== null) {
    const message = `The schema in '${param}' has a circular $ref: "${endless}" refers to itself. Break the cycle with an object or an array.`;
    throw invalidValue(param, message);
  }
  return converted;
}

function convert(given: unknown, context: Context, depth: number): Schema {
  const { param, counter } = context;
  counter.countNode();
  if (depth > DEEPEST) throw unsupported(param, `The schema is nested deeper than ${DEEPEST} levels.`);
  if (given === true || given === undefined) return {};
  if (!isObject(given)) throw unsupported(param, 'A schema must be an object.');
  const schema = given;
  const deeper = (part: unknown) => convert(part, context, depth + 1);
  if (context.isStrict) refuseKeywords(schema, param);
  const described = typeof schema.description === 'string' ? { description: schema.description } : {};
  const withDescription = (part: Schema): Schema => ({ ...part, ...described });

  if (typeof schema.$ref === 'string') return withDescription({ $ref: refOf(schema.$ref, context) });
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    const [only, ...others] = choices;
    return others.length === 0
      ? withDescription(deeper(only))
      : withDescription({ oneOf: choices.map(deeper) });
  }
  if (Array.isArray(schema.allOf)) return withDescription(deeper(merged(schema, schema.allOf, param)));
  if ('const' in schema) return withDescription({ const: scalar(schema.const, param) });
  if (Array.isArray(schema.enum)) {
    counter.countEnumValues(schema.enum.length);
    return withDescription({ enum: schema.enum.map((value) => scalar(value, param)) });
  }
  if (Array.isArray(schema.type)) {
    const types = typesOf(schema.type, param);
    const kinds = types.map((type) => deeper({ ...schema, type, description: undefined }));
    return withDescription(kinds.length === 1 ? (kinds[0] ?? {}) : { oneOf: kinds });
  }
  if (schema.nullable === true)
    return withDescription({ oneOf: [deeper({ ...schema, nullable: false }), { type: 'null' }] });
  return withDescription(plain(schema, context, deeper));
}

/** Returns the entries of a `type` list without duplicates. */
function typesOf(given: readonly unknown[], param: string): string[] {
  if (given.length > SCHEMA_LIMITS.types) {
    throw invalidValue(param, `A "type" list in '${param}' has more than ${SCHEMA_LIMITS.types} entries.`);
  }
  return [...new Set(given)].map((type) => {
    if (typeof type === 'string') return type;
    throw invalidValue(param, `Every entry of a "type" list in '${param}' must be a type name.`);
  });
}

function plain(schema: Schema, context: Context, deeper: (part: unknown) => Schema): Schema {
  const type = schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : undefined);
  switch (type) {
    case undefined:
      return {};
    case 'object': {
      const properties = partsOf(schema.properties);
      context.counter.countProperties(Object.keys(properties).length);
      return {
        type,
        properties: mapped(properties, deeper),
        ...(schema.additionalProperties === undefined || schema.additionalProperties === false
          ? {}
          : {
              additionalProperties:
                schema.additionalProperties === true || deeper(schema.additionalProperties),
            }),
      };
    }
    case 'array':
      return {
        type,
        ...(schema.items === undefined || schema.items === false ? {} : { items: deeper(schema.items) }),
        ...(Array.isArray(schema.prefixItems) ? { prefixItems: schema.prefixItems.map(deeper) } : {}),
        ...bounded(schema, ['minItems', 'maxItems'], MAX_ITEMS, context),
      };
    case 'string':
      return typeof schema.format === 'string' && FORMATS.includes(schema.format)
        ? { type, format: schema.format }
        : { type, ...bounded(schema, ['minLength', 'maxLength'], LONGEST_TEXT, context) };
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { type };
    default:
      throw unsupported(context.param, `The schema has the unknown type ${JSON.stringify(type)}.`);
  }
}

/** Merges the parts of `allOf` into one object. Only objects can be merged. */
function merged(schema: Schema, parts: readonly unknown[], param: string): Schema {
  const { allOf: _allOf, ...rest } = schema;
  let whole: Schema = rest;
  const properties: Schema = partsOf(rest.properties);
  for (const part of parts) {
    if (!isObject(part) || (parts.length > 1 && !part.properties)) {
      throw unsupported(param, 'allOf is supported for objects with properties only.');
    }
    whole = { ...whole, ...part };
    Object.assign(properties, partsOf(part.properties));
  }
  return Object.keys(properties).length > 0 ? { ...whole, properties } : whole;
}

function refuseKeywords(schema: Schema, param: string): void {
  const keyword = REFUSED.find((name) => name in schema);
  if (keyword === undefined) return;
  const message = `"${keyword}" is not supported in a strict schema. Leave it out, or set strict to false.`;
  throw unsupported(param, message);
}

function refOf(ref: string, { param, names, root, isStrict }: Context): string {
  if (ref === '#') {
    root.isReferred = true;
    return `#/$defs/${root.name}`;
  }
  const name = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(ref)?.[1];
  if (name === undefined) throw unsupported(param, `$ref "${ref}" must be "#" or point into #/$defs/.`);
  if (isStrict && !names.has(name)) {
    throw unsupported(param, `$ref "${ref}" does not match any entry in the root $defs.`);
  }
  return `#/$defs/${name}`;
}

/** Copies a map of subschemas; returns an empty object if there is none. */
function partsOf(given: unknown): Schema {
  return isObject(given) ? { ...given } : {};
}

function mapped(parts: Schema, deeper: (part: unknown) => Schema): Schema {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, deeper(part)]));
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scalar(value: unknown, param: string): unknown {
  if (value !== null && typeof value === 'object') {
    throw unsupported(param, 'const and enum values must be strings, numbers, booleans or null.');
  }
  return value;
}

/** Returns the bounds that are not too large for the engine's grammars. For the others, the model decides. */
function bounded(schema: Schema, words: readonly string[], most: number, { counter }: Context): Schema {
  const kept = words.flatMap((word) => {
    const value = schema[word];
    return typeof value === 'number' && value <= most ? [[word, value] as const] : [];
  });
  counter.countRepetitions(Math.max(0, ...kept.map(([, value]) => value)));
  return Object.fromEntries(kept);
}
