import { z } from 'zod';
import type { AskedGeneration, ChatMessage } from '../protocol.ts';
import {
  type AnswerCheck,
  answerForm,
  FunctionSchema,
  FunctionsSchema,
  JsonSchemaFormat,
  type WantedForm,
} from './answer-form.ts';
import { invalidValue, unsupported } from './openai-error.ts';
import { refuseBulk, refuseLongPrompt } from './prompt-limits.ts';
import { parsed, repeated, SAMPLING_FIELDS, samplingOf, TokenLimit } from './sampling.ts';

const TextPart = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
});
const Content = z.union([z.string(), z.array(TextPart)]);
const WrittenCall = z.looseObject({ name: z.string(), arguments: z.string() });
const Message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: Content.nullish(),
  tool_calls: z.array(z.looseObject({ id: z.string(), function: WrittenCall })).nullish(),
  /** How calls were written before there were tools. */
  function_call: WrittenCall.nullish(),
  tool_call_id: z.string().nullish(),
  name: z.string().nullish(),
});
const Named = z.looseObject({ name: z.string() });
const ChosenFunction = z.looseObject({ function: Named });
const AllowedTools = z.looseObject({
  type: z.literal('allowed_tools'),
  allowed_tools: z.looseObject({ mode: z.enum(['auto', 'required']), tools: z.array(ChosenFunction) }),
});
const ChatRequestSchema = z.looseObject({
  ...SAMPLING_FIELDS,
  messages: z.array(Message).min(1, 'must have at least one message'),
  max_tokens: TokenLimit,
  max_completion_tokens: TokenLimit,
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  response_format: z
    .looseObject({
      type: z.enum(['text', 'json_object', 'json_schema']),
      json_schema: JsonSchemaFormat.nullish(),
    })
    .nullish(),
  tools: z
    .array(z.looseObject({ type: z.literal('function'), function: FunctionSchema }))
    .max(128)
    .nullish(),
  tool_choice: z.union([z.enum(['none', 'auto', 'required']), AllowedTools, ChosenFunction]).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  functions: FunctionsSchema.nullish(),
  function_call: z.union([z.enum(['none', 'auto']), Named]).nullish(),
  prediction: z.looseObject({ type: z.literal('content'), content: Content }).nullish(),
});
type ChatRequest = z.infer<typeof ChatRequestSchema>;

/** A parsed request for answers, of any of the APIs. */
export interface UnderstoodRequest {
  model: string;
  isStream: boolean;
  /** Divides the cached tokens of a tenant further; null if the caller does not do that. */
  cacheSalt: string | null;
  /** One for each answer. Answers to the same prompt share its messages. */
  generations: readonly AskedGeneration[];
  /** What the engine cannot enforce; null if there is nothing. */
  check: AnswerCheck | null;
  /** The prompt, as the prompt log stores it. */
  logged: unknown;
}

export interface UnderstoodChat extends UnderstoodRequest {
  includesUsage: boolean;
  /** Whether calls are written as `function_call`, for a request with `functions`. */
  isLegacy: boolean;
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
  const request = parsed(ChatRequestSchema, body);
  refuseUnsupported(request);
  const messages = request.messages.map((message, index) => messageOf(message, `messages[${index}]`));
  const { form, check } = answerForm(wantedForm(request));
  refuseLongPrompt(messages, form, contextSize);
  const generation = {
    messages,
    prompt: null,
    form,
    ...samplingOf(request, [request.max_completion_tokens, request.max_tokens], contextSize),
    topLogprobs: request.logprobs ? (request.top_logprobs ?? 0) : null,
    ...(request.prediction ? { expected: textOf(request.prediction.content, 'prediction.content') } : {}),
  };
  return {
    model: request.model,
    isStream: request.stream === true,
    includesUsage: request.stream_options?.include_usage === true,
    isLegacy: isLegacy(request),
    cacheSalt: request.cache_salt || null,
    generations: repeated(generation, request.n ?? 1),
    check,
    logged: messages,
  };
}

function refuseUnsupported({ audio, modalities, logprobs, top_logprobs: top }: ChatRequest): void {
  if (audio != null) throw unsupported('audio', 'This model writes text only.');
  if (Array.isArray(modalities) && modalities.some((one) => one !== 'text')) {
    throw unsupported('modalities', 'This model writes text only.');
  }
  if (top != null && !logprobs) throw invalidValue('top_logprobs', 'top_logprobs needs logprobs to be true.');
}

/** Returns whether a request uses `functions`. Some clients always send an empty list. */
function isLegacy({ functions, tools }: ChatRequest): boolean {
  return (functions ?? []).length > 0 && (tools ?? []).length === 0;
}

function wantedForm(request: ChatRequest): WantedForm {
  const { response_format: format, logit_bias: bias, tools } = request;
  const isOld = isLegacy(request);
  return {
    functions: isOld ? (request.functions ?? []) : (tools ?? []).map((tool) => tool.function),
    ...(isOld ? { choice: request.function_call ?? 'auto', allowed: null } : choiceOf(request)),
    // A `function_call` is a single one.
    mayCallSeveral: !isOld && request.parallel_tool_calls !== false,
    format:
      format?.type === 'json_schema'
        ? (format.json_schema ?? {})
        : format?.type === 'json_object'
          ? 'json'
          : 'text',
    hasLogitBias: Object.keys(bias ?? {}).length > 0,
    params: {
      function: (index) => (isOld ? `functions[${index}]` : `tools[${index}].function`),
      choice: isOld ? 'function_call' : 'tool_choice',
      format: 'response_format.json_schema',
    },
  };
}

/** Returns which tools are to be called, and the names of those that may be. */
function choiceOf({ tool_choice: choice }: ChatRequest): Pick<WantedForm, 'choice' | 'allowed'> {
  if (choice == null || typeof choice === 'string') return { choice: choice ?? 'auto', allowed: null };
  if (!isAllowedTools(choice)) return { choice: { name: choice.function.name }, allowed: null };
  const { mode, tools } = choice.allowed_tools;
  return { choice: mode, allowed: tools.map(({ function: { name } }) => name) };
}

const isAllowedTools = (choice: object): choice is z.infer<typeof AllowedTools> =>
  'type' in choice && choice.type === 'allowed_tools';

function messageOf(message: ChatRequest['messages'][number], param: string): ChatMessage {
  const content = textOf(message.content, `${param}.content`);
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', content };
    case 'user':
      return { role: 'user', content };
    case 'assistant': {
      const { function_call: old } = message;
      const calls = message.tool_calls ?? (old ? [{ id: old.name, function: old }] : []);
      const toolCalls = calls.map(({ id, function: called }) => ({
        id,
        name: called.name,
        arguments: called.arguments,
      }));
      return { role: 'assistant', content, toolCalls };
    }
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
      if (part.type === 'text' || part.type === 'refusal') return part.text ?? part.refusal ?? '';
      throw unsupported(`${param}[${index}]`, `This model reads text only, not ${part.type}.`);
    })
    .join('');
}
