import type { GrammarSchema } from '../protocol.ts';
import { invalidValue, unsupported } from './openai-error.ts';
import { createSchemaBudget, SCHEMA_LIMITS, type SchemaBudget, type SchemaCounter } from './schema-budget.ts';
import { mergedParts } from './schema-parts.ts';
import { findEndlessReference, keepRecursiveOptions, valueAt } from './schema-references.ts';
import { type Enforcement, leaveToCheck, NUMBER_LIMITS, numberOf, stringOf } from './schema-scalars.ts';

interface Conversion {
  /** The field of the request that contains the schema, for error messages. */
  param: string;
  /** Whether references that lead nowhere are errors. */
  isStrict: boolean;
  /** Shared by all schemas of one request; without it the schema has its own budget. */
  budget?: SchemaBudget;
}

/** A converted schema, and what the engine cannot enforce of the one given. */
export interface ConvertedSchema extends Enforcement {
  schema: GrammarSchema;
}

/** The context of converting one schema, passed to every level. */
interface Context extends Pick<Conversion, 'param' | 'isStrict'> {
  counter: SchemaCounter;
  whole: unknown;
  /** Names under the root's `$defs`, and those that other references were given. */
  names: Set<string>;
  /** The names of references that do not point into `$defs`, such as `#` and `#/properties/a`. */
  others: Map<string, string>;
  outcome: Enforcement;
}

type Schema = Record<string, unknown>;

const DEEPEST = 32;
const LONGEST_TEXT = 1_000;
const MAX_ITEMS = 1_000;
/** Keywords that neither grammars nor descriptions can express. Answers are checked for them afterwards. */
const CHECKED = [
  'not',
  'if',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'uniqueItems',
  'contains',
  'dependentRequired',
  'dependentSchemas',
];

/**
 * Converts a JSON schema to the subset that the engine's grammars support. Each subschema is converted once,
 * `$defs` only at the root, and the work is bounded by `SCHEMA_LIMITS`. Optional properties become required:
 * a value with all of them is valid too. Only those that refer to themselves can be left out.
 * @throws {OpenAiError} 400 that names the field and the limit, or the part that is not a schema.
 */
export function grammarSchema(given: unknown, conversion: Conversion): ConvertedSchema {
  const { param, isStrict, budget = createSchemaBudget() } = conversion;
  const counter = budget.counterFor(param);
  counter.checkText(given);
  const definitions = isObject(given) ? { ...partsOf(given.definitions), ...partsOf(given.$defs) } : {};
  counter.checkDefinitions(Object.keys(definitions).length);
  const context: Context = {
    param,
    isStrict,
    counter,
    whole: given,
    names: new Set(Object.keys(definitions)),
    others: new Map(),
    outcome: { isEnforced: true, isEnforcedInCalls: true },
  };
  const $defs = mapped(definitions, (part) => convert(part, context, 1));
  const whole = convert(given, context, 0);
  // Converting one of these can add others.
  for (const [ref, name] of context.others) {
    counter.checkDefinitions(context.names.size);
    $defs[name] = ref === '#' ? whole : convert(valueAt(given, ref), context, 1);
  }
  const root = context.others.get('#');
  const schema = {
    ...(root === undefined ? whole : { $ref: `#/$defs/${root}` }),
    ...(context.names.size > 0 ? { $defs } : {}),
  };
  const endless = findEndlessReference(schema);
  if (endless !== null) {
    const message = `The schema in '${param}' has a circular $ref: "${endless}" refers to itself. Break the cycle with an object or an array.`;
    throw invalidValue(param, message);
  }
  if (keepRecursiveOptions(schema)) context.outcome.isEnforcedInCalls = false;
  const { isEnforced, isEnforcedInCalls } = context.outcome;
  return { schema, isEnforced, isEnforcedInCalls: isEnforced && isEnforcedInCalls };
}

function convert(given: unknown, context: Context, depth: number): Schema {
  const { param, counter } = context;
  counter.countNode();
  if (depth > DEEPEST) throw unsupported(param, `The schema is nested deeper than ${DEEPEST} levels.`);
  if (given === true || given === undefined) return {};
  if (!isObject(given)) throw unsupported(param, 'A schema must be an object.');
  const schema = given;
  const deeper = (part: unknown) => convert(part, context, depth + 1);
  if (CHECKED.some((name) => name in schema)) leaveToCheck(context.outcome);
  const described = typeof schema.description === 'string' ? { description: schema.description } : {};
  const withDescription = (part: Schema): Schema => ({ ...part, ...described });

  if (typeof schema.$ref === 'string') {
    const name = nameOf(schema.$ref, context);
    return withDescription(name === null ? {} : { $ref: `#/$defs/${name}` });
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices) && !schema.properties) {
    const { anyOf: _anyOf, oneOf: _oneOf, description: _description, type, ...others } = schema;
    if (LIMITED.some((name) => name in others)) leaveToCheck(context.outcome);
    const typed = choices.map((choice) =>
      typeof type === 'string' && isObject(choice) && !choice.type && !choice.$ref
        ? { ...choice, type }
        : choice,
    );
    const [only, ...more] = typed;
    return withDescription(more.length === 0 ? deeper(only) : { oneOf: typed.map(deeper) });
  }
  // Choices beside properties say which of them belong together.
  if (Array.isArray(choices)) leaveToCheck(context.outcome);
  if (Array.isArray(schema.allOf)) {
    const { whole, isExact } = mergedParts(schema, schema.allOf, (ref) => valueAt(context.whole, ref));
    if (!isExact) leaveToCheck(context.outcome);
    return withDescription(deeper(whole));
  }
  if ('const' in schema) return withDescription(literal(schema.const, context, depth));
  if (Array.isArray(schema.enum)) {
    counter.countEnumValues(schema.enum.length);
    return withDescription(listed(schema.enum, context, depth));
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

/** Keywords that limit every choice beside them. */
const LIMITED = [
  ...NUMBER_LIMITS,
  'multipleOf',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'enum',
  'allOf',
];

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
  const type = schema.type ?? typeBy(schema);
  switch (type) {
    case undefined:
      return {};
    case 'object':
      return objectOf(schema, context, deeper);
    case 'array':
      return arrayOf(schema, context, deeper);
    case 'string':
      return stringOf(
        schema,
        bounded(schema, ['minLength', 'maxLength'], LONGEST_TEXT, context),
        context.outcome,
        context.counter,
      );
    case 'number':
    case 'integer':
      return numberOf(schema, type as 'number' | 'integer', context.outcome, context.counter);
    case 'boolean':
    case 'null':
      return { type };
    default:
      throw unsupported(context.param, `The schema has the unknown type ${JSON.stringify(type)}.`);
  }
}

/** Returns the type that the keywords of a schema without a type are for. */
function typeBy(schema: Schema): string | undefined {
  if (schema.properties || schema.patternProperties || isObject(schema.additionalProperties)) return 'object';
  if (schema.items || schema.prefixItems) return 'array';
  if (schema.pattern !== undefined) return 'string';
  return NUMBER_LIMITS.some((name) => name in schema) ? 'number' : undefined;
}

function objectOf(schema: Schema, context: Context, deeper: (part: unknown) => Schema): Schema {
  const properties = partsOf(schema.properties);
  const names = Object.keys(properties);
  context.counter.countProperties(names.length);
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (required.some((name) => !names.includes(String(name)))) leaveToCheck(context.outcome);
  const { additionalProperties: others } = schema;
  // Without any property, any may be written.
  const isOpen = others === undefined && names.length === 0;
  const converted = mapped(properties, deeper);
  const kept = names.filter((name) => required.includes(name) || !mayRefer(properties[name]));
  return {
    type: 'object',
    properties: converted,
    ...(kept.length < names.length ? { required: kept } : {}),
    ...(isOpen ? { additionalProperties: true } : {}),
    ...(others === undefined || others === false
      ? {}
      : { additionalProperties: others === true || deeper(others) }),
  };
}

function mayRefer(part: unknown): boolean {
  return JSON.stringify(part)?.includes('"$ref"') ?? false;
}

function arrayOf(schema: Schema, context: Context, deeper: (part: unknown) => Schema): Schema {
  // A list of items is how earlier drafts of JSON Schema write tuples.
  const [first, rest] = Array.isArray(schema.items)
    ? [schema.items, schema.additionalItems]
    : [Array.isArray(schema.prefixItems) ? schema.prefixItems : [], schema.items];
  return {
    type: 'array',
    ...(rest === undefined || rest === false ? {} : { items: deeper(rest) }),
    ...(first.length > 0 ? { prefixItems: first.map(deeper) } : {}),
    ...bounded(schema, ['minItems', 'maxItems'], MAX_ITEMS, context),
  };
}

/** Returns the name of the definition that a reference means; null if it leads nowhere. */
function nameOf(ref: string, { param, names, others, isStrict, whole, outcome }: Context): string | null {
  const direct = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(ref)?.[1];
  const plainName = direct?.replaceAll('~1', '/').replaceAll('~0', '~');
  if (plainName !== undefined && names.has(plainName)) return plainName;
  const known = others.get(ref);
  if (known !== undefined) return known;
  if (ref !== '#' && valueAt(whole, ref) === undefined) {
    if (isStrict) throw unsupported(param, `$ref "${ref}" does not lead to any part of the schema.`);
    outcome.isEnforced = false;
    return null;
  }
  let name = ref === '#' ? 'root' : (ref.split('/').at(-1) ?? 'part');
  while (names.has(name)) name += '_';
  names.add(name);
  others.set(ref, name);
  return name;
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

function listed(values: readonly unknown[], context: Context, depth: number): Schema {
  if (values.every((value) => value === null || typeof value !== 'object')) return { enum: values };
  return { oneOf: values.map((value) => literal(value, context, depth)) };
}

/** Returns the schema of one value. */
function literal(value: unknown, context: Context, depth: number): Schema {
  context.counter.countNode();
  if (depth > DEEPEST) throw unsupported(context.param, `A value is nested deeper than ${DEEPEST} levels.`);
  if (value === null || typeof value !== 'object') return { const: value };
  const deeper = (part: unknown) => literal(part, context, depth + 1);
  if (!Array.isArray(value)) return { type: 'object', properties: mapped(value as Schema, deeper) };
  const { length } = value;
  return { type: 'array', prefixItems: value.map(deeper), minItems: length, maxItems: length };
}

/** Returns the bounds that are not too large for the engine's grammars. The others are checked afterwards. */
function bounded(schema: Schema, words: readonly string[], most: number, context: Context): Schema {
  const kept = words.flatMap((word) => {
    const value = schema[word];
    if (typeof value !== 'number') return [];
    if (value > most) leaveToCheck(context.outcome);
    return value <= most ? [[word, value] as const] : [];
  });
  context.counter.countRepetitions(Math.max(0, ...kept.map(([, value]) => value)));
  return Object.fromEntries(kept);
}
