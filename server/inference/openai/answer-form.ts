import { z } from 'zod';
import type { AnswerForm, Tool } from '../protocol.ts';
import { type ConvertedSchema, grammarSchema } from './grammar-schema.ts';
import { invalidValue, unsupported } from './openai-error.ts';
import { createSchemaBudget } from './schema-budget.ts';
import { problemOf } from './schema-check.ts';

const MAX_TOOLS = 128;

/** A function that the model can call. */
export const FunctionSchema = z.looseObject({
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
});
export const FunctionsSchema = z.array(FunctionSchema).max(MAX_TOOLS);
export const JsonSchemaFormat = z.looseObject({
  schema: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
});

/** What a request says about the form of the answer, independent of the API. */
export interface WantedForm {
  functions: readonly z.infer<typeof FunctionSchema>[];
  /** The name of a function means a call of this function. */
  choice: 'none' | 'auto' | 'required' | { name: string };
  /** The names of the functions that may be called; null for all. */
  allowed: readonly string[] | null;
  mayCallSeveral: boolean;
  format: 'text' | 'json' | z.infer<typeof JsonSchemaFormat>;
  hasLogitBias: boolean;
  /** Where the functions and the schema are in the request, for error messages. */
  params: { function: (index: number) => string; choice: string; format: string };
}

/** A written answer, to be checked. */
export interface WrittenAnswer {
  text: string;
  toolCalls: readonly { name: string; arguments: string }[];
}

/** Checks an answer for what the engine could not enforce. */
export interface AnswerCheck {
  /** Returns what is wrong with an answer; null if nothing. */
  problemOf(answer: WrittenAnswer): string | null;
  /** Whether text is part of the check. It is then sent only after the check. */
  holdsText: boolean;
}

/**
 * Returns the form that the engine must follow, and the check of what it cannot enforce; null if it enforces all.
 * @throws {OpenAiError} 400 with the field.
 */
export function answerForm(wanted: WantedForm): { form: AnswerForm; check: AnswerCheck | null } {
  const { choice, format, params } = wanted;
  refuseSameNames(wanted);
  if (wanted.functions.length === 0 && (choice === 'required' || typeof choice === 'object'))
    throw invalidValue(params.choice, `${params.choice} requires a call, but there are no tools.`);
  const budget = createSchemaBudget();
  const schemas = new Map<string, { given: unknown; converted: ConvertedSchema | null }>();
  const tools = wanted.functions.map((one, index): Tool => {
    const param = `${params.function(index)}.parameters`;
    const { parameters, strict } = one;
    const isEmpty = Object.keys((parameters?.properties as object | undefined) ?? {}).length === 0;
    const converted =
      parameters && !isEmpty ? grammarSchema(parameters, { param, isStrict: strict === true, budget }) : null;
    schemas.set(one.name, { given: parameters, converted });
    return {
      name: one.name,
      ...(one.description ? { description: one.description } : {}),
      parameters: converted?.schema ?? null,
    };
  });
  const offered = allowedOf(wanted, tools);
  const isCalling = offered.length > 0 && choice !== 'none';
  if ((isCalling || format !== 'text') && wanted.hasLogitBias) {
    // A bias can ban the only token that a grammar allows, which crashes the engine.
    throw unsupported('logit_bias', 'logit_bias cannot be combined with tools or response_format.');
  }
  const answer = answerSchema(wanted, budget);
  const textCheck = answer?.isEnforced === false && typeof format === 'object' ? format.schema : null;
  if (!isCalling) {
    return {
      form: format === 'text' ? { is: 'text' } : { is: 'json', schema: answer?.schema ?? null },
      check: textCheck === null ? null : checkOf(textCheck, new Map()),
    };
  }
  const form = callForm(wanted, offered, answer);
  const isEnforced = (converted: ConvertedSchema | null) =>
    converted === null || (form.is === 'tools' ? converted.isEnforcedInCalls : converted.isEnforced);
  const unenforced = new Map(
    [...schemas]
      .filter(([name, { converted }]) => offered.some((tool) => tool.name === name) && !isEnforced(converted))
      .map(([name, { given }]) => [name, given]),
  );
  const check = textCheck === null && unenforced.size === 0 ? null : checkOf(textCheck, unenforced);
  return { form, check };
}

/** Returns the tools that may be called. Those that the caller does not allow are not in the prompt either. */
function allowedOf({ allowed, choice, params }: WantedForm, tools: readonly Tool[]): readonly Tool[] {
  if (allowed === null) return tools;
  for (const name of allowed)
    if (!tools.some((tool) => tool.name === name))
      throw invalidValue(params.choice, `${params.choice} allows "${name}", which is not in tools.`);
  if (allowed.length === 0 && choice === 'required')
    throw invalidValue(params.choice, `${params.choice} requires a call and allows no tool.`);
  return tools.filter(({ name }) => allowed.includes(name));
}

function callForm(wanted: WantedForm, tools: readonly Tool[], answer: ConvertedSchema | null): AnswerForm {
  const { choice, mayCallSeveral, params } = wanted;
  if (typeof choice === 'object') {
    const chosen = tools.filter((tool) => tool.name === choice.name);
    if (chosen.length === 0)
      throw invalidValue(params.choice, `${params.choice} names "${choice.name}", which is not in tools.`);
    return { is: 'tool-call', tools: chosen, mayCallSeveral: false, answer: null };
  }
  if (choice === 'required') return { is: 'tool-call', tools, mayCallSeveral, answer: null };
  if (wanted.format === 'text') return { is: 'tools', tools, mayCallSeveral };
  const anyObject = { type: 'object', additionalProperties: true };
  return { is: 'tool-call', tools, mayCallSeveral, answer: answer?.schema ?? anyObject };
}

function answerSchema(
  { format, params }: WantedForm,
  budget: ReturnType<typeof createSchemaBudget>,
): ConvertedSchema | null {
  if (typeof format === 'string') return null;
  if (!format.schema) throw invalidValue(params.format, `${params.format}.schema is required.`);
  return grammarSchema(format.schema, {
    param: `${params.format}.schema`,
    isStrict: format.strict === true,
    budget,
  });
}

function checkOf(text: unknown, functions: ReadonlyMap<string, unknown>): AnswerCheck {
  const check = (json: string, schema: unknown, what: string) => {
    try {
      const found = problemOf(JSON.parse(json), schema);
      return found === null ? null : `${what}: ${found}`;
    } catch {
      return `${what}: it is not JSON`;
    }
  };
  return {
    holdsText: text !== null,
    problemOf: (answer) => {
      for (const call of answer.toolCalls) {
        const schema = functions.get(call.name);
        const found = schema === undefined ? null : check(call.arguments, schema, `the call of ${call.name}`);
        if (found !== null) return found;
      }
      return text === null || answer.toolCalls.length > 0 ? null : check(answer.text, text, 'the answer');
    },
  };
}

/** Rejects two functions of one name: a call could not say which of them it means. */
function refuseSameNames({ functions, params }: WantedForm): void {
  const names = new Set<string>();
  for (const [index, { name }] of functions.entries()) {
    if (names.has(name))
      throw invalidValue(`${params.function(index)}.name`, `Two tools have the name "${name}".`);
    names.add(name);
  }
}
