import { integerRange, type NumberLimits, numberRule } from '../grammar/number-rule.ts';
import { type Lengths, patternOfFormat, patternRule } from '../grammar/pattern-rule.ts';
import type { SchemaCounter } from './schema-budget.ts';

type Schema = Record<string, unknown>;

/** What the engine enforces of a schema. */
export interface Enforcement {
  /** Whether every value of the converted schema is valid. */
  isEnforced: boolean;
  /** Whether the descriptions of functions, which know fewer keywords than grammars, enforce it too. */
  isEnforcedInCalls: boolean;
}

export const NUMBER_LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;
/** Maximum number of integers in a range that is converted to a list of values. */
const MAX_LISTED = 100;
/** The formats that descriptions of functions know. */
const CALL_FORMATS = ['date', 'time', 'date-time'];

/** Notes that answers must be checked for a part of the schema. */
export function leaveToCheck(outcome: Enforcement): void {
  outcome.isEnforced = false;
}

/** A format is an annotation: the pattern beside it decides, unless only the format can be a grammar. */
export function stringOf(
  schema: Schema,
  lengths: Lengths,
  outcome: Enforcement,
  counter: SchemaCounter,
): Schema {
  const format = typeof schema.format === 'string' ? schema.format : '';
  const pattern = typeof schema.pattern === 'string' ? schema.pattern : null;
  const isRule = (text: string, given?: Lengths) => {
    const found = patternRule(text, given);
    if (found) counter.countRepetitions(found.copies);
    return found !== null;
  };
  if (pattern !== null && isRule(pattern, lengths)) {
    outcome.isEnforcedInCalls = false;
    return { type: 'string', pattern, ...lengths };
  }
  const known = patternOfFormat(format);
  if (pattern !== null || (known !== null && Object.keys(lengths).length > 0)) leaveToCheck(outcome);
  if (known !== null && isRule(known)) {
    if (!CALL_FORMATS.includes(format)) outcome.isEnforcedInCalls = false;
    return { type: 'string', format };
  }
  if (pattern === null || !isRule(pattern)) return { type: 'string', ...lengths };
  outcome.isEnforcedInCalls = false;
  return { type: 'string', pattern };
}

/** The work of a rule for a range of numbers, compared with a repetition. */
const RANGE_COPIES = 30;

/** Converts a number. Short ranges of integers become a list of values, which descriptions of functions know too. */
export function numberOf(
  schema: Schema,
  type: 'number' | 'integer',
  outcome: Enforcement,
  counter: SchemaCounter,
): Schema {
  const limits: NumberLimits = Object.fromEntries(
    NUMBER_LIMITS.flatMap((name) => (typeof schema[name] === 'number' ? [[name, schema[name]]] : [])),
  );
  const { multipleOf: step } = schema;
  const hasStep = typeof step === 'number' && step > 0;
  if (Object.keys(limits).length === 0 && !hasStep) return { type };
  if (type === 'integer' || (hasStep && Number.isInteger(step))) {
    const [least, most] = integerRange(limits);
    const every = hasStep && Number.isInteger(step) ? step : 1;
    const start = Math.ceil(least / every) * every;
    const count = Math.floor((most - start) / every) + 1;
    if (hasStep && every !== step) leaveToCheck(outcome);
    if (count >= 1 && count <= MAX_LISTED) {
      counter.countRepetitions(count);
      return { enum: Array.from({ length: count }, (_, index) => start + index * every) };
    }
    if (hasStep || count < 1) leaveToCheck(outcome);
    outcome.isEnforcedInCalls = false;
    counter.countRepetitions(RANGE_COPIES);
    return count < 1 ? { type } : { type: 'integer', ...limits };
  }
  const rule = numberRule(limits);
  if (hasStep || !rule?.isExact) leaveToCheck(outcome);
  outcome.isEnforcedInCalls = false;
  counter.countRepetitions(RANGE_COPIES);
  return rule === null ? { type } : { type, ...limits };
}
