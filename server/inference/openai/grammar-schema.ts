import type { GrammarSchema } from '../protocol.ts';
import { unsupported } from './openai-error.ts';

interface Conversion {
  /** The field of the request that holds the schema, for the error. */
  param: string;
  /** Every word must be kept to: what a grammar cannot hold is an error instead of being dropped. */
  isStrict: boolean;
}

type Schema = Record<string, unknown>;

const DEEPEST = 32;
const LONGEST_TEXT = 1_000;
const MOST_ITEMS = 1_000;
const FORMATS = ['date', 'time', 'date-time'];
/** Words that narrow a value in ways that a grammar of this engine cannot hold. */
const NARROWING = [
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
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
 * A JSON schema in the words that the engine's grammars have. Optional properties are written like
 * required ones: what has them is valid as well.
 * @throws {OpenAiError} naming the word that cannot be kept to, when the schema is strict or it matters.
 */
export function grammarSchema(schema: unknown, conversion: Conversion): GrammarSchema {
  return convert(schema, conversion, 0);
}

function convert(given: unknown, how: Conversion, depth: number): Schema {
  if (depth > DEEPEST) throw unsupported(how.param, `The schema is nested deeper than ${DEEPEST} levels.`);
  if (given === true || given === undefined) return {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw unsupported(how.param, 'A schema must be an object.');
  }
  const schema = given as Schema;
  const deeper = (part: unknown) => convert(part, how, depth + 1);
  if (how.isStrict) refuseNarrowing(schema, how);
  const defs = definitionsOf(schema, deeper);
  const described = typeof schema.description === 'string' ? { description: schema.description } : {};
  const with_ = (part: Schema): Schema => ({ ...part, ...described, ...defs });

  if (typeof schema.$ref === 'string') return with_({ $ref: refOf(schema.$ref, how) });
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    const [only, ...others] = choices;
    return others.length === 0 ? with_(deeper(only)) : with_({ oneOf: choices.map(deeper) });
  }
  if (Array.isArray(schema.allOf)) return with_(deeper(merged(schema, schema.allOf, how)));
  if ('const' in schema) return with_({ const: scalar(schema.const, how) });
  if (Array.isArray(schema.enum)) return with_({ enum: schema.enum.map((value) => scalar(value, how)) });
  if (Array.isArray(schema.type)) {
    const kinds = schema.type.map((type) => deeper({ ...schema, type, description: undefined }));
    return with_(kinds.length === 1 ? (kinds[0] ?? {}) : { oneOf: kinds });
  }
  if (schema.nullable === true)
    return with_({ oneOf: [deeper({ ...schema, nullable: false }), { type: 'null' }] });
  return with_(plain(schema, how, deeper));
}

function plain(schema: Schema, how: Conversion, deeper: (part: unknown) => Schema): Schema {
  const type = schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : undefined);
  switch (type) {
    case undefined:
      return {};
    case 'object':
      return {
        type,
        properties: mapped(schema.properties, deeper),
        ...(schema.additionalProperties === undefined || schema.additionalProperties === false
          ? {}
          : {
              additionalProperties:
                schema.additionalProperties === true || deeper(schema.additionalProperties),
            }),
      };
    case 'array':
      return {
        type,
        ...(schema.items === undefined || schema.items === false ? {} : { items: deeper(schema.items) }),
        ...(Array.isArray(schema.prefixItems) ? { prefixItems: schema.prefixItems.map(deeper) } : {}),
        ...bounded(schema, 'minItems', MOST_ITEMS),
        ...bounded(schema, 'maxItems', MOST_ITEMS),
      };
    case 'string':
      return typeof schema.format === 'string' && FORMATS.includes(schema.format)
        ? { type, format: schema.format }
        : {
            type,
            ...bounded(schema, 'minLength', LONGEST_TEXT),
            ...bounded(schema, 'maxLength', LONGEST_TEXT),
          };
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { type };
    default:
      throw unsupported(how.param, `The schema has the unknown type ${JSON.stringify(type)}.`);
  }
}

/** Several parts that all hold, when they are objects; of other things no grammar can be made. */
function merged(schema: Schema, parts: readonly unknown[], how: Conversion): Schema {
  const { allOf: _allOf, ...rest } = schema;
  const whole: Schema = { ...rest };
  for (const part of parts as Schema[]) {
    if (parts.length > 1 && !part.properties) {
      throw unsupported(how.param, 'allOf is supported for objects with properties only.');
    }
    const properties = { ...(whole.properties as Schema), ...(part.properties as Schema) };
    Object.assign(whole, part, part.properties ? { properties } : {});
  }
  return whole;
}

function refuseNarrowing(schema: Schema, how: Conversion): void {
  const word = NARROWING.find((name) => name in schema && !isEveryInteger(name, schema[name]));
  if (word) {
    throw unsupported(
      how.param,
      `"${word}" is not supported in a strict schema. Leave it out, or set strict to false.`,
    );
  }
}

/** Some libraries write the limits of the safe integers to every integer; those narrow nothing. */
function isEveryInteger(name: string, value: unknown): boolean {
  if (name === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  return name === 'maximum' && value === Number.MAX_SAFE_INTEGER;
}

function refOf(ref: string, how: Conversion): string {
  const name = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(ref)?.[1];
  if (name === undefined) throw unsupported(how.param, `$ref "${ref}" must point into #/$defs/.`);
  return `#/$defs/${name}`;
}

function definitionsOf(schema: Schema, deeper: (part: unknown) => Schema): Schema {
  const definitions = { ...(schema.definitions as Schema), ...(schema.$defs as Schema) };
  return Object.keys(definitions).length > 0 ? { $defs: mapped(definitions, deeper) } : {};
}

function mapped(parts: unknown, deeper: (part: unknown) => Schema): Schema {
  return Object.fromEntries(
    Object.entries((parts ?? {}) as Schema).map(([name, part]) => [name, deeper(part)]),
  );
}

function scalar(value: unknown, how: Conversion): unknown {
  if (value !== null && typeof value === 'object') {
    throw unsupported(how.param, 'const and enum may hold text, numbers, true, false and null.');
  }
  return value;
}

/** A large bound makes a grammar that the engine cannot take; it is then left to the model. */
function bounded(schema: Schema, word: string, most: number): Schema {
  const value = schema[word];
  return typeof value === 'number' && value <= most ? { [word]: value } : {};
}
