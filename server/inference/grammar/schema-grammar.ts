import type { GrammarSchema } from '../protocol.ts';
import { integerRule, type NumberLimits, numberRule } from './number-rule.ts';
import { patternOfFormat, patternRule, quoted } from './pattern-rule.ts';

/** Rules that every grammar may use. Space is what models write between the parts of a value. */
const COMMON = [
  'ws ::= (" " | "\\n" [ ]{0,16})?',
  'char ::= [^\\x22\\x5C\\x00-\\x1F\\x7F] | "\\\\" ([\\x22\\x5C/bfnrt] | "u" [0-9a-fA-F]{4})',
  'string ::= "\\"" char* "\\""',
  'integer ::= "-"? ("0" | [1-9] [0-9]{0,15})',
  'number ::= integer ("." [0-9]{1,15})?',
  'boolean ::= "true" | "false"',
  'value ::= string | number | boolean | "null" | "[" ws (value (ws "," ws value)*)? ws "]" | "{" ws (pair (ws "," ws pair)*)? ws "}"',
  'pair ::= string ws ":" ws value',
];

/**
 * Returns the grammar of the values of a schema, as a text that starts with the rule `root`. All properties are
 * written, in the order of the schema, unless `required` leaves some out. The work is proportional to the schema.
 * @param end what follows the value.
 * @throws {Error} for a reference that does not exist.
 */
export function schemaGrammar(schema: GrammarSchema, end = ''): string {
  const rules: string[] = [];
  let defined = 0;
  /** Returns the writer of the parts of a schema, which know its definitions and those around it. */
  const writer = (known: ReadonlyMap<string, string>): Write => {
    const write: Write = (part) => {
      if (part.$defs === undefined) return ruleOf(part, write, known);
      const { $defs, ...rest } = part as { $defs: Record<string, GrammarSchema> };
      const names = new Map(known);
      for (const name of Object.keys($defs)) {
        names.set(name, `def${defined}`);
        defined += 1;
      }
      const inner = writer(names);
      for (const [name, definition] of Object.entries($defs))
        rules.push(`${names.get(name)} ::= ${inner(definition)}`);
      return inner(rest);
    };
    return write;
  };
  const root = writer(new Map())(schema);
  return [`root ::= ${root}${end}`, ...rules, ...COMMON].join('\n');
}

type Write = (part: GrammarSchema) => string;

function ruleOf(schema: GrammarSchema, write: Write, names: ReadonlyMap<string, string>): string {
  if (typeof schema.$ref === 'string') {
    const rule = names.get(schema.$ref.slice('#/$defs/'.length));
    if (rule === undefined) throw new Error(`$ref "${schema.$ref}" does not exist.`);
    return rule;
  }
  if (Array.isArray(schema.oneOf)) return anyOf(schema.oneOf.map((part) => write(part as GrammarSchema)));
  if ('const' in schema) return quoted(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum)) return anyOf(schema.enum.map((value) => quoted(JSON.stringify(value))));
  switch (schema.type) {
    case 'object':
      return objectRule(schema, write);
    case 'array':
      return arrayRule(schema, write);
    case 'string':
      return stringRule(schema);
    case 'integer':
      return isLimited(schema) ? `(${integerRule(schema as NumberLimits) ?? 'integer'})` : 'integer';
    case 'number':
      return isLimited(schema) ? `(${numberRule(schema as NumberLimits)?.rule ?? 'number'})` : 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return '"null"';
    default:
      return 'value';
  }
}

function anyOf(rules: readonly string[]): string {
  return `(${rules.join(' | ')})`;
}

function isLimited(schema: GrammarSchema): boolean {
  return ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].some((name) => name in schema);
}

function stringRule({ pattern, format, minLength, maxLength }: GrammarSchema): string {
  const lengths = {
    ...(typeof minLength === 'number' ? { minLength } : {}),
    ...(typeof maxLength === 'number' ? { maxLength } : {}),
  };
  const given = typeof pattern === 'string' ? pattern : patternOfFormat(String(format ?? ''));
  const rule = given === null ? null : patternRule(given, lengths);
  if (rule !== null) return `"\\"" (${rule.rule}) "\\""`;
  if (minLength === undefined && maxLength === undefined) return 'string';
  return `"\\"" char${times(Number(minLength ?? 0), maxLength === undefined ? null : Number(maxLength))} "\\""`;
}

function times(least: number, most: number | null): string {
  if (most === null) return least <= 0 ? '*' : `{${least},}`;
  return `{${Math.max(0, least)},${Math.max(0, least, most)}}`;
}

function arrayRule(schema: GrammarSchema, write: Write): string {
  const first = ((schema.prefixItems ?? []) as GrammarSchema[]).map(write);
  const [least, most] = [Number(schema.minItems ?? 0), schema.maxItems as number | undefined];
  const hasMore = most !== 0 && (schema.items !== undefined || first.length === 0);
  const item = hasMore ? write((schema.items ?? {}) as GrammarSchema) : '';
  if (first.length > 0) {
    const more = hasMore
      ? ` (ws "," ws ${item})${times(least - first.length, most === undefined ? null : most - first.length)}`
      : '';
    return `"[" ws ${first.join(' ws "," ws ')}${more} ws "]"`;
  }
  if (!hasMore) return '"[" ws "]"';
  const items = `${item} (ws "," ws ${item})${times(least - 1, most === undefined ? null : most - 1)}`;
  return `"[" ws ${least > 0 ? items : `(${items})?`} ws "]"`;
}

function objectRule(schema: GrammarSchema, write: Write): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, GrammarSchema>);
  const required = schema.required as readonly string[] | undefined;
  const isRequired = (name: string) => required === undefined || required.includes(name);
  const pair = ([name, part]: [string, GrammarSchema]) =>
    `${quoted(JSON.stringify(name))} ws ":" ws ${write(part)}`;
  const first = properties.filter(([name]) => isRequired(name)).map(pair);
  const optional = properties.filter(([name]) => !isRequired(name)).map(pair);
  const { additionalProperties } = schema;
  const others =
    additionalProperties === undefined || additionalProperties === false
      ? null
      : `string ws ":" ws ${write((additionalProperties === true ? {} : additionalProperties) as GrammarSchema)}`;
  const anyOthers = others === null ? '' : ` (ws "," ws ${others})*`;
  const after = (later: readonly string[]) => later.map((one) => ` (ws "," ws ${one})?`).join('') + anyOthers;
  if (first.length > 0) return `"{" ws ${first.join(' ws "," ws ')}${after(optional)} ws "}"`;
  // The first of the properties that is written has no comma before it.
  const starts = optional.map((one, index) => one + after(optional.slice(index + 1)));
  if (others !== null) starts.push(others + anyOthers);
  return starts.length === 0 ? '"{" ws "}"' : `"{" ws (${starts.join(' | ')})? ws "}"`;
}
