import { z } from 'zod';
import type { ChatMessage } from '../protocol.ts';
import { answerForm, FunctionSchema, JsonSchemaFormat, type WantedForm } from './answer-form.ts';
import type { UnderstoodRequest } from './chat-request.ts';
import { firstIssue, invalidIn, unsupported } from './openai-error.ts';
import { refuseBulk, refuseLongPrompt } from './prompt-limits.ts';
import { parsed, SAMPLING_FIELDS, samplingOf, TokenLimit } from './sampling.ts';

const { n: _n, ...FIELDS } = SAMPLING_FIELDS;
const MAX_TOOLS = 128;
const Item = z.looseObject({ type: z.string().nullish(), role: z.string().nullish() });
const Part = z.looseObject({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() });
const Content = z.union([z.string(), z.array(Part)]).nullish();
const Choice = z.union([z.enum(['none', 'auto', 'required']), z.looseObject({ type: z.string() })]);
const ChosenFunction = z.looseObject({ name: z.string() });
const AllowedTools = z.looseObject({
  mode: z.enum(['auto', 'required']),
  tools: z.array(z.looseObject({ name: z.string() })),
});

const ResponsesRequestSchema = z.looseObject({
  ...FIELDS,
  input: z.union([z.string(), z.array(Item).min(1, 'must have at least one item')]),
  instructions: z.string().nullish(),
  max_output_tokens: TokenLimit,
  tools: z
    .array(z.looseObject({ type: z.string() }))
    .max(MAX_TOOLS)
    .nullish(),
  tool_choice: Choice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z
    .looseObject({
      format: z
        .looseObject({ type: z.enum(['text', 'json_object', 'json_schema']), ...JsonSchemaFormat.shape })
        .nullish(),
    })
    .nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  include: z.array(z.string()).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
type ResponsesRequest = z.infer<typeof ResponsesRequestSchema>;

/** A request of the Responses API. Its settings are repeated in the response. */
export interface UnderstoodResponses extends UnderstoodRequest {
  settings: Record<string, unknown>;
}

/**
 * Parses the body of a request of the Responses API. Nothing is stored: each request has the whole conversation.
 * @param contextSize tokens available to a request, prompt and answer together.
 * @throws {OpenAiError} 400 with the field in `param`.
 */
export function readResponsesRequest(body: unknown, contextSize: number): UnderstoodResponses {
  refuseBulk(body, contextSize, 'input');
  const request = parsed(ResponsesRequestSchema, body);
  refuseStored(request);
  const instructions = request.instructions
    ? [{ role: 'system' as const, content: request.instructions }]
    : [];
  const messages = [...instructions, ...messagesOf(request.input)];
  const { form, check } = answerForm(wantedForm(request));
  refuseLongPrompt(messages, form, contextSize, 'input');
  const hasLogprobs = request.include?.includes('message.output_text.logprobs') ?? false;
  const sampling = samplingOf(request, [request.max_output_tokens], contextSize);
  return {
    model: request.model,
    isStream: request.stream === true,
    cacheSalt: request.cache_salt || null,
    generations: [
      {
        messages,
        prompt: null,
        form,
        ...sampling,
        topLogprobs: hasLogprobs ? (request.top_logprobs ?? 0) : null,
      },
    ],
    check,
    logged: messages,
    settings: settingsOf(request, sampling),
  };
}

function refuseStored(request: ResponsesRequest): void {
  const hint = 'Responses are not stored here: send the whole conversation in input.';
  for (const name of ['previous_response_id', 'conversation', 'prompt'])
    if (request[name] != null) throw unsupported(name, `${name} is not supported. ${hint}`);
  if (request.background === true) throw unsupported('background', `background is not supported. ${hint}`);
}

/** Returns the settings as a response repeats them, with the values that apply. */
function settingsOf(request: ResponsesRequest, sampling: { temperature: number; topP: number }) {
  return {
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: request.metadata ?? {},
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: sampling.temperature,
    text: request.text ?? { format: { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: sampling.topP,
    truncation: 'disabled',
  };
}

function wantedForm(request: ResponsesRequest): WantedForm {
  const given = request.tools ?? [];
  const functions = given.map((tool, index) => {
    if (tool.type !== 'function')
      throw unsupported(
        `tools[${index}]`,
        `Tools of the type ${tool.type} are not offered here: use functions that your program runs.`,
      );
    return readAt(FunctionSchema, tool, `tools[${index}]`);
  });
  const { choice, allowed } = choiceOf(request.tool_choice ?? 'auto');
  const format = request.text?.format;
  return {
    functions,
    choice,
    allowed,
    mayCallSeveral: request.parallel_tool_calls !== false,
    format: format?.type === 'json_schema' ? format : format?.type === 'json_object' ? 'json' : 'text',
    hasLogitBias: Object.keys(request.logit_bias ?? {}).length > 0,
    params: {
      function: (index) => `tools[${index}]`,
      choice: 'tool_choice',
      format: 'text.format',
    },
  };
}

/** Returns which tools are to be called, and the names of those that may be. */
function choiceOf(given: z.infer<typeof Choice>): Pick<WantedForm, 'choice' | 'allowed'> {
  if (typeof given === 'string') return { choice: given, allowed: null };
  if (given.type === 'allowed_tools') {
    const { mode, tools } = readAt(AllowedTools, given, 'tool_choice');
    return { choice: mode, allowed: tools.map(({ name }) => name) };
  }
  const { name } = readAt(ChosenFunction, given, 'tool_choice');
  return { choice: { name }, allowed: null };
}

const FunctionCall = z.looseObject({ call_id: z.string(), name: z.string(), arguments: z.string() });
const FunctionOutput = z.looseObject({ call_id: z.string(), output: z.union([z.string(), z.array(Part)]) });
const Message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: Content,
});

function messagesOf(input: ResponsesRequest['input']): ChatMessage[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return input.flatMap((item, index): ChatMessage[] => {
    const param = `input[${index}]`;
    switch (item.type ?? 'message') {
      case 'message':
        return [messageOf(readAt(Message, item, param), param)];
      case 'function_call': {
        const { call_id: id, name, arguments: given } = readAt(FunctionCall, item, param);
        return [{ role: 'assistant', content: '', toolCalls: [{ id, name, arguments: given }] }];
      }
      case 'function_call_output': {
        const { call_id: toolCallId, output } = readAt(FunctionOutput, item, param);
        return [{ role: 'tool', content: textOf(output, `${param}.output`), toolCallId }];
      }
      // What the model thought before is not part of the conversation.
      case 'reasoning':
        return [];
      case 'item_reference': {
        const hint = 'Send the item itself, with store: false (in the AI SDK: providerOptions.openai.store).';
        throw unsupported(param, `Responses are not stored here, so an item cannot be referred to. ${hint}`);
      }
      default:
        throw unsupported(param, `Items of the type ${item.type} are not supported.`);
    }
  });
}

function messageOf({ role, content }: z.infer<typeof Message>, param: string): ChatMessage {
  const text = textOf(content, `${param}.content`);
  if (role === 'user') return { role, content: text };
  if (role === 'assistant') return { role, content: text, toolCalls: [] };
  return { role: 'system', content: text };
}

const TEXT_PARTS = ['input_text', 'output_text', 'text', 'refusal'];

function textOf(content: z.infer<typeof Content>, param: string): string {
  if (content == null) return '';
  if (typeof content === 'string') return content;
  return content
    .map((part, index) => {
      if (TEXT_PARTS.includes(part.type)) return part.text ?? part.refusal ?? '';
      throw unsupported(`${param}[${index}]`, `This model reads text only, not ${part.type}.`);
    })
    .join('');
}

function readAt<Schema extends z.ZodType>(schema: Schema, given: unknown, param: string): z.infer<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = firstIssue(result.error);
  const path = [param, ...(issue?.path ?? [])].join('.');
  throw invalidIn(path, issue);
}
