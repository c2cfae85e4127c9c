import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { AnswerForm, ChatMessage, Generation, Tool } from '../protocol.ts';
import { grammarSchema } from './grammar-schema.ts';
import { invalidValue, OpenAiError, unsupported } from './openai-error.ts';
import { refuseBulk, refuseLongPrompt } from './prompt-limits.ts';
import { createSchemaBudget, type SchemaBudget } from './schema-budget.ts';

const DEFAULTS = { maxTokens: 512, temperature: 0.7, topP: 0.95 };
const MAX_TOOLS = 128;
const MAX_STOPS = 4;

const TextPart = z.looseObject({ type: z.string(), text: z.string().optional() });
const Content = z.union([z.string(), z.array(TextPart)]);
const ToolCallSchema = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const Message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: Content.nullish(),
  tool_calls: z.array(ToolCallSchema).nullish(),
  tool_call_id: z.string().nullish(),
  name: z.string().nullish(),
});
const ToolSchema = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
    strict: z.boolean().nullish(),
  }),
});
const ResponseFormat = z.looseObject({
  type: z.enum(['text', 'json_object', 'json_schema']),
  json_schema: z
    .looseObject({ schema: z.record(z.string(), z.unknown()).nullish(), strict: z.boolean().nullish() })
    .nullish(),
});

/** The most tokens of an answer. -1 and null mean as many as fit. */
const TokenLimit = z
  .int()
  .refine((value) => value === -1 || value >= 1, 'must be 1 or more, or -1 for as many tokens as fit')
  .nullish();

/** The fields of a request that are read. Unknown fields are ignored, because clients send many of them. */
const ChatRequestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1, 'must have at least one message'),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: TokenLimit,
  max_completion_tokens: TokenLimit,
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  seed: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(MAX_STOPS)]).nullish(),
  n: z.int().nullish(),
  logit_bias: z.record(z.string().regex(/^\d+$/), z.number().min(-100).max(100)).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  response_format: ResponseFormat.nullish(),
  tools: z.array(ToolSchema).max(MAX_TOOLS).nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.looseObject({ function: z.looseObject({ name: z.string() }) }),
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  cache_salt: z.string().max(256).nullish(),
});
type ChatRequest = z.infer<typeof ChatRequestSchema>;

/** A parsed request. */
export interface UnderstoodChat {
  model: string;
  isStream: boolean;
  includesUsage: boolean;
  /** Divides the cached tokens of a tenant further; null if the caller does not do that. */
  cacheSalt: string | null;
  generation: Omit<Generation, 'id' | 'tenant'>;
}

/**
 * Parses the body of a chat completion. The work is bounded for any body; see `SCHEMA_LIMITS` and
 * `prompt-limits.ts`.
 * @param contextSize tokens available to a request, prompt and answer together.
 * @throws {OpenAiError} 400 with the field in `param` if it is invalid, unsupported or above a limit;
 * `context_length_exceeded` for a prompt that cannot fit.
 */
export function readChatRequest(body: unknown, contextSize: number): UnderstoodChat {
  refuseBulk(body, contextSize);
  const parsed = ChatRequestSchema.safeParse(body);
  if (!parsed.success) throw errorOf(parsed.error);
  const request = parsed.data;
  refuseUnsupported(request);
  const messages = request.messages.map((message, index) => messageOf(message, `messages[${index}]`));
  const form = formOf(request, createSchemaBudget());
  refuseLongPrompt(messages, form, contextSize);
  return {
    model: request.model,
    isStream: request.stream === true,
    includesUsage: request.stream_options?.include_usage === true,
    cacheSalt: request.cache_salt || null,
    generation: {
      messages,
      form,
      maxTokens: maxTokensOf(request, contextSize),
      temperature: request.temperature ?? DEFAULTS.temperature,
      topP: request.top_p ?? DEFAULTS.topP,
      seed: request.seed == null ? randomInt(2 ** 31) : Math.abs(request.seed) % 2 ** 31,
      frequencyPenalty: request.frequency_penalty ?? 0,
      presencePenalty: request.presence_penalty ?? 0,
      stop: [request.stop ?? []].flat().filter((text) => text !== ''),
      logitBias: request.logit_bias ?? {},
      topLogprobs: request.logprobs ? (request.top_logprobs ?? 0) : null,
    },
  };
}

/** Returns the limit of the answer. The engine lowers it to what is left of the context. */
function maxTokensOf(request: ChatRequest, contextSize: number): number {
  const given = request.max_completion_tokens ?? request.max_tokens;
  if (given != null) return given === -1 ? contextSize : given;
  const isUnlimited = request.max_completion_tokens === null || request.max_tokens === null;
  return isUnlimited ? contextSize : DEFAULTS.maxTokens;
}

function errorOf(error: z.ZodError): OpenAiError {
  const [issue] = error.issues;
  const param = (issue?.path ?? []).reduce<string>(
    (path, part) =>
      typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part),
    '',
  );
  if (param === '') return new OpenAiError(400, 'invalid_value', 'The body must be a JSON object.');
  return invalidValue(param, `Invalid value for '${param}': ${issue?.message}.`);
}

function refuseUnsupported(request: ChatRequest): void {
  const { n, functions, audio, modalities } = request;
  if (n != null && n !== 1) {
    throw unsupported('n', 'One choice per call is supported: leave n out, or make several calls.');
  }
  // Some clients always send an empty list.
  if (functions != null && !(Array.isArray(functions) && functions.length === 0)) {
    throw unsupported('functions', 'functions is no longer supported: use tools.');
  }
  if (audio != null) throw unsupported('audio', 'This model writes text only.');
  if (Array.isArray(modalities) && modalities.some((one) => one !== 'text')) {
    throw unsupported('modalities', 'This model writes text only.');
  }
  if (request.top_logprobs != null && !request.logprobs) {
    throw invalidValue('top_logprobs', 'top_logprobs needs logprobs to be true.');
  }
}

function messageOf(message: ChatRequest['messages'][number], param: string): ChatMessage {
  const content = textOf(message.content, `${param}.content`);
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', content };
    case 'user':
      return { role: 'user', content };
    case 'assistant':
      return {
        role: 'assistant',
        content,
        toolCalls: (message.tool_calls ?? []).map((call) => ({
          id: call.id,
          name: call.function.name,
          arguments: call.function.arguments,
        })),
      };
    default:
      if (message.role === 'tool' && !message.tool_call_id) {
        throw invalidValue(
          `${param}.tool_call_id`,
          `'${param}.tool_call_id' is required for a tool's message.`,
        );
      }
      return { role: 'tool', content, toolCallId: message.tool_call_id ?? message.name ?? '' };
  }
}

function textOf(content: z.infer<typeof Content> | null | undefined, param: string): string {
  if (content == null) return '';
  if (typeof content === 'string') return content;
  return content
    .map((part, index) => {
      if (part.type === 'text' || part.type === 'refusal') return part.text ?? '';
      throw unsupported(`${param}[${index}]`, `This model reads text only, not ${part.type}.`);
    })
    .join('');
}

function formOf(request: ChatRequest, budget: SchemaBudget): AnswerForm {
  const { response_format: format, tool_choice: choice } = request;
  const given = request.tools ?? [];
  refuseSameNames(given);
  const tools = given.map((tool, index) => toolOf(tool, index, budget));
  const isJson = format?.type === 'json_object' || format?.type === 'json_schema';
  const isFree = !isJson && (tools.length === 0 || choice === 'none');
  if (!isFree && Object.keys(request.logit_bias ?? {}).length > 0) {
    // A bias can ban the only token that a grammar allows, which crashes the engine.
    throw unsupported('logit_bias', 'logit_bias cannot be combined with tools or response_format.');
  }
  if (tools.length > 0 && choice !== 'none') {
    if (isJson) throw unsupported('response_format', 'response_format cannot be combined with tools.');
    if (typeof choice === 'object' && choice !== null) {
      const { name } = choice.function;
      const chosen = tools.filter((tool) => tool.name === name);
      if (chosen.length === 0)
        throw invalidValue('tool_choice', `tool_choice names "${name}", which is not in tools.`);
      return { is: 'tool-call', tools: chosen };
    }
    if (choice === 'required') return { is: 'tool-call', tools };
    return { is: 'tools', tools, mayCallSeveral: request.parallel_tool_calls !== false };
  }
  if (!isJson) return { is: 'text' };
  if (format.type === 'json_object') return { is: 'json', schema: null };
  if (!format.json_schema?.schema) {
    throw invalidValue('response_format.json_schema', 'response_format.json_schema.schema is required.');
  }
  const param = 'response_format.json_schema.schema';
  const isStrict = format.json_schema.strict === true;
  return { is: 'json', schema: grammarSchema(format.json_schema.schema, { param, isStrict, budget }) };
}

/** Rejects two tools of one name: a call could not say which of them it means. */
function refuseSameNames(tools: readonly z.infer<typeof ToolSchema>[]): void {
  const names = new Set<string>();
  for (const [index, { function: tool }] of tools.entries()) {
    if (names.has(tool.name))
      throw invalidValue(`tools[${index}].function.name`, `Two tools have the name "${tool.name}".`);
    names.add(tool.name);
  }
}

function toolOf({ function: tool }: z.infer<typeof ToolSchema>, index: number, budget: SchemaBudget): Tool {
  const param = `tools[${index}].function.parameters`;
  const isEmpty = Object.keys((tool.parameters?.properties as object | undefined) ?? {}).length === 0;
  return {
    name: tool.name,
    ...(tool.description ? { description: tool.description } : {}),
    parameters:
      tool.parameters && !isEmpty
        ? grammarSchema(tool.parameters, { param, isStrict: tool.strict === true, budget })
        : null,
  };
}
