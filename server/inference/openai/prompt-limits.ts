import type { AnswerForm, ChatMessage, Tool } from '../protocol.ts';
import { invalidValue, OpenAiError } from './openai-error.ts';
import { repetitionOf } from './schema-references.ts';

/** Maximum number of bytes per token. Ordinary text has fewer with every tokenizer. */
const BYTES_PER_TOKEN = 16;
const MAX_BIASES = 1_024;

/** The field of each API that holds the prompt. */
export type PromptField = 'messages' | 'input' | 'prompt';

/**
 * Rejects lists that are longer than any request needs, before looking at their entries.
 * @throws {OpenAiError} 400, with the field in `param`.
 */
export function refuseBulk(body: unknown, contextSize: number, field: PromptField = 'messages'): void {
  if (typeof body !== 'object' || body === null) return;
  const { [field]: messages, logit_bias: biases } = body as Record<string, unknown>;
  if (typeof biases === 'object' && biases !== null && Object.keys(biases).length > MAX_BIASES) {
    const most = MAX_BIASES.toLocaleString('en-US');
    throw invalidValue('logit_bias', `'logit_bias' has more than ${most} entries. Send fewer.`);
  }
  if (!Array.isArray(messages)) return;
  let pieces = 0;
  for (const message of messages) {
    const { content, tool_calls: calls } = (message ?? {}) as { content?: unknown; tool_calls?: unknown };
    pieces += 1 + (Array.isArray(content) ? content.length : 0) + (Array.isArray(calls) ? calls.length : 0);
    if (pieces > contextSize)
      throw tooLong(
        `The request has more messages, content parts and tool calls than fit in a context of ${contextSize} tokens. Shorten them.`,
        field,
      );
  }
}

/**
 * Rejects a prompt that cannot fit, before the engine reads it. The engine does the exact check.
 * @throws {OpenAiError} 400 `context_length_exceeded`
 */
export function refuseLongPrompt(
  messages: readonly ChatMessage[],
  form: AnswerForm,
  contextSize: number,
  field: PromptField = 'messages',
): void {
  const most = contextSize * BYTES_PER_TOKEN;
  const bytes =
    messages.reduce((sum, message) => sum + messageBytes(message), 0) +
    repeatedBytes(messages) +
    formBytes(form);
  if (bytes <= most) return;
  const isOne = field !== 'messages' && form.is === 'text';
  const what = form.is === 'text' ? field : `${field} and schemas`;
  throw tooLong(
    `The ${what} ${isOne ? 'is' : 'are'} ${bytes} bytes, but a context of ${contextSize} tokens holds at most ${most} bytes. Shorten ${isOne ? 'it' : 'them'}.`,
    field,
  );
}

function tooLong(message: string, param: PromptField): OpenAiError {
  return new OpenAiError(400, 'context_length_exceeded', message, { param });
}

function messageBytes(message: ChatMessage): number {
  const calls = message.role === 'assistant' ? message.toolCalls : [];
  return calls.reduce(
    (sum, call) => sum + Buffer.byteLength(call.name) + Buffer.byteLength(call.arguments),
    Buffer.byteLength(message.content),
  );
}

/** Returns the size of the results that stand in the prompt more than once, because several calls have their id. */
function repeatedBytes(messages: readonly ChatMessage[]): number {
  const results = new Map<string, number>();
  for (const message of messages)
    if (message.role === 'tool') results.set(message.toolCallId, Buffer.byteLength(message.content));
  const seen = new Set<string>();
  let bytes = 0;
  for (const { id } of messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls : [],
  )) {
    if (seen.has(id)) bytes += results.get(id) ?? 0;
    seen.add(id);
  }
  return bytes;
}

/**
 * Returns the size of what the engine adds to the prompt for the form: schemas or descriptions of functions.
 */
function formBytes(form: AnswerForm): number {
  switch (form.is) {
    case 'text':
      return 0;
    case 'json':
      return jsonBytes(form.schema);
    case 'tool-call':
      return form.tools.reduce((sum, tool) => sum + jsonBytes(tool), 0);
    case 'tools':
      return form.tools.reduce((sum, tool) => sum + jsonBytes(tool) * copiesOf(tool), 0);
  }
}

function copiesOf({ parameters }: Tool): number {
  return parameters === null ? 1 : repetitionOf(parameters);
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
