import { type Context, createContext, Script } from 'node:vm';
import { patternOfFormat } from '../grammar/pattern-rule.ts';
import { valueAt } from './schema-references.ts';

type Schema = Record<string, unknown>;

/** Maximum number of comparisons for one answer. What is left after them counts as valid. */
const MAX_STEPS = 50_000;
const DEEPEST = 200;
/** How long one pattern may take. Patterns come from callers, and some take exponential time. */
const PATTERN_MS = 200;
/** Attempts that took too long before the patterns of an answer count as matched. A busy machine is slow once. */
const MAX_SLOW = 2;
/**
 * How long one answer may take. All answers of the server wait meanwhile: a schema can have thousands of patterns that
 * take a little less than too long.
 */
const CHECK_MS = 500;
/** Without the flag `u`, a pattern may have needless escapes. */
const MATCH = new Script(`
  let expression;
  try { expression = new RegExp(pattern, 'u'); } catch { expression = new RegExp(pattern); }
  isMatch = expression.test(value);
`);

interface Check {
  whole: unknown;
  steps: number;
  depth: number;
  slow: number;
  /** When the time for this answer ends. */
  until: number;
  /** Where patterns are run; made for the first of them. */
  sandbox: Context | null;
}

/**
 * Returns the first thing that is wrong with a value, such as `/age must be at most 120`; null if it follows the JSON
 * schema, as far as that can be checked in bounded time.
 */
export function problemOf(value: unknown, schema: unknown): string | null {
  const until = performance.now() + CHECK_MS;
  return problem(value, schema, '', { whole: schema, steps: 0, depth: 0, slow: 0, until, sandbox: null });
}

function problem(value: unknown, given: unknown, at: string, check: Check): string | null {
  check.steps += 1;
  if (check.steps > MAX_STEPS || check.depth > DEEPEST || performance.now() > check.until) return null;
  check.depth += 1;
  const found = problemHere(value, given, at, check);
  check.depth -= 1;
  return found;
}

function problemHere(value: unknown, given: unknown, at: string, check: Check): string | null {
  if (given === true || given === undefined) return null;
  if (given === false) return `${nameOf(at)} must not be there`;
  if (typeof given !== 'object' || given === null) return null;
  const schema = given as Schema;
  if (schema.nullable === true && value === null) return null;
  const inner = (part: unknown) => problem(value, part, at, check);
  return (
    (typeof schema.$ref === 'string' ? inner(valueAt(check.whole, schema.$ref)) : null) ??
    typeProblem(value, schema, at) ??
    combinationProblem(value, schema, at, check) ??
    (typeof value === 'number' ? numberProblem(value, schema, at) : null) ??
    (typeof value === 'string' ? stringProblem(value, schema, at, check) : null) ??
    (Array.isArray(value) ? arrayProblem(value, schema, at, check) : null) ??
    (isObject(value) ? objectProblem(value, schema, at, check) : null)
  );
}

function typeProblem(value: unknown, schema: Schema, at: string): string | null {
  if ('const' in schema && !isSame(value, schema.const))
    return `${nameOf(at)} must be ${JSON.stringify(schema.const)}`;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isSame(one, value)))
    return `${nameOf(at)} must be one of ${JSON.stringify(schema.enum).slice(0, 200)}`;
  if (schema.type === undefined) return null;
  const types = [schema.type].flat();
  return types.some((type) => isOfType(value, type))
    ? null
    : `${nameOf(at)} must be of type ${types.join(' or ')}`;
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

/** `oneOf` is checked like `anyOf`: generators use it for choices that exclude each other anyway. */
function combinationProblem(value: unknown, schema: Schema, at: string, check: Check): string | null {
  const isValid = (part: unknown) => problem(value, part, at, check) === null;
  for (const choices of [schema.anyOf, schema.oneOf]) {
    if (!Array.isArray(choices) || choices.some(isValid)) continue;
    const [only] = choices;
    return choices.length === 1
      ? problem(value, only, at, check)
      : `${nameOf(at)} matches none of the choices`;
  }
  if (Array.isArray(schema.allOf)) {
    for (const part of schema.allOf) {
      const found = problem(value, part, at, check);
      if (found !== null) return found;
    }
  }
  if ('not' in schema && isValid(schema.not)) return `${nameOf(at)} must not match "not"`;
  if (!('if' in schema)) return null;
  return problem(value, isValid(schema.if) ? schema.then : schema.else, at, check);
}

function numberProblem(value: number, schema: Schema, at: string): string | null {
  const limit = (name: string) => (typeof schema[name] === 'number' ? schema[name] : null);
  const [least, most] = [limit('minimum'), limit('maximum')];
  const [above, below] = [limit('exclusiveMinimum'), limit('exclusiveMaximum')];
  if (least !== null && value < least) return `${nameOf(at)} must be at least ${least}`;
  if (most !== null && value > most) return `${nameOf(at)} must be at most ${most}`;
  if (above !== null && value <= above) return `${nameOf(at)} must be more than ${above}`;
  if (below !== null && value >= below) return `${nameOf(at)} must be less than ${below}`;
  const step = limit('multipleOf');
  if (step === null || step <= 0) return null;
  const ratio = value / step;
  // 0.3 / 0.1 is not quite 3.
  const isMultiple = Math.abs(ratio - Math.round(ratio)) <= 1e-9 * Math.max(1, Math.abs(ratio));
  return isMultiple ? null : `${nameOf(at)} must be a multiple of ${step}`;
}

function stringProblem(value: string, schema: Schema, at: string, check: Check): string | null {
  const { minLength, maxLength, pattern, format } = schema;
  const length = [...value].length;
  if (typeof minLength === 'number' && length < minLength)
    return `${nameOf(at)} must have at least ${minLength} characters`;
  if (typeof maxLength === 'number' && length > maxLength)
    return `${nameOf(at)} must have at most ${maxLength} characters`;
  if (typeof pattern === 'string' && !matches(value, pattern, check))
    return `${nameOf(at)} must match the pattern ${pattern}`;
  const known = typeof format === 'string' ? wideFormat(format) : null;
  if (known !== null && !matches(value, known, check)) return `${nameOf(at)} must be of the format ${format}`;
  return null;
}

/** Returns a pattern that every value of a format matches; the pattern for a grammar is narrower. */
function wideFormat(format: string): string | null {
  if (format === 'email') return '^[^@\\s]+@[^@\\s]+$';
  if (format === 'uri') return '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s]*$';
  if (format === 'date') return '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$';
  if (format === 'date-time') return '^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d';
  if (format === 'uuid') return '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  if (format === 'hostname') return '^[A-Za-z0-9.-]{1,253}$';
  return patternOfFormat(format);
}

/** @param otherwise what is assumed of a pattern that cannot be run, or that takes too long. */
function matches(value: string, pattern: string, check: Check, otherwise = true): boolean {
  const left = Math.ceil(check.until - performance.now());
  if (check.slow >= MAX_SLOW || left <= 0) return otherwise;
  try {
    check.sandbox ??= createContext({});
    const { sandbox } = check;
    Object.assign(sandbox, { pattern, value, isMatch: true });
    // The time limit ends a match that backtracks without end.
    MATCH.runInContext(sandbox, { timeout: Math.min(PATTERN_MS, left) });
    return sandbox.isMatch === true;
  } catch (error) {
    // Not a regular expression here, or too slow: nothing that another answer could do better.
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return otherwise;
    check.slow += 1;
    return matches(value, pattern, check, otherwise);
  }
}

function arrayProblem(value: readonly unknown[], schema: Schema, at: string, check: Check): string | null {
  const { minItems, maxItems } = schema;
  if (typeof minItems === 'number' && value.length < minItems)
    return `${nameOf(at)} must have at least ${minItems} items`;
  if (typeof maxItems === 'number' && value.length > maxItems)
    return `${nameOf(at)} must have at most ${maxItems} items`;
  if (schema.uniqueItems === true) {
    const texts = value.map((item) => JSON.stringify(item));
    if (new Set(texts).size < texts.length) return `${nameOf(at)} must not have equal items`;
  }
  const [first, rest] = Array.isArray(schema.items)
    ? [schema.items, schema.additionalItems]
    : [Array.isArray(schema.prefixItems) ? schema.prefixItems : [], schema.items];
  for (const [index, item] of value.entries()) {
    const found = problem(item, index < first.length ? first[index] : rest, `${at}/${index}`, check);
    if (found !== null) return found;
  }
  const { contains } = schema;
  if (contains === undefined) return null;
  const has = value.some((item) => problem(item, contains, at, check) === null);
  return has ? null : `${nameOf(at)} must contain an item that matches "contains"`;
}

function objectProblem(value: Schema, schema: Schema, at: string, check: Check): string | null {
  const names = Object.keys(value);
  const has = (name: unknown) => Object.hasOwn(value, String(name));
  const missing = Array.isArray(schema.required) ? schema.required.find((name) => !has(name)) : undefined;
  if (missing !== undefined) return `${nameOf(at)} must have the property "${missing}"`;
  const { minProperties, maxProperties } = schema;
  if (typeof minProperties === 'number' && names.length < minProperties)
    return `${nameOf(at)} must have at least ${minProperties} properties`;
  if (typeof maxProperties === 'number' && names.length > maxProperties)
    return `${nameOf(at)} must have at most ${maxProperties} properties`;
  for (const [name, needed] of entriesOf(schema.dependentRequired)) {
    const absent = has(name) && Array.isArray(needed) ? needed.find((one) => !has(one)) : undefined;
    if (absent !== undefined) return `${nameOf(at)} must have "${absent}" beside "${name}"`;
  }
  for (const [name, part] of entriesOf(schema.dependentSchemas)) {
    const found = has(name) ? problem(value, part, at, check) : null;
    if (found !== null) return found;
  }
  const properties = isObject(schema.properties) ? schema.properties : {};
  const patterns = entriesOf(schema.patternProperties);
  for (const name of names) {
    const inside = `${at}/${name}`;
    const ownParts = [
      ...(Object.hasOwn(properties, name) ? [properties[name]] : []),
      ...patterns.filter(([pattern]) => matches(name, pattern, check, false)).map(([, part]) => part),
    ];
    const parts = ownParts.length > 0 ? ownParts : [schema.additionalProperties];
    for (const part of parts) {
      const found = problem(value[name], part, inside, check);
      if (found !== null) return found;
    }
    const found = problem(name, schema.propertyNames, inside, check);
    if (found !== null) return `the name of ${found}`;
  }
  return null;
}

function entriesOf(given: unknown): [string, unknown][] {
  return isObject(given) ? Object.entries(given) : [];
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

function nameOf(at: string): string {
  return at === '' ? 'the value' : at;
}
