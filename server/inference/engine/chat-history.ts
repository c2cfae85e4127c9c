import type { ChatHistoryItem, ChatModelFunctions, ChatModelResponse } from 'node-llama-cpp';
import type { AnswerForm, ChatMessage, GrammarSchema, Tool, ToolCall } from '../protocol.ts';

/**
 * Converts messages to the engine's history. Tool results are attached to their calls. The history always
 * ends with a turn of the model, which already has text if the caller provided the beginning of the answer.
 */
export function chatHistory(messages: readonly ChatMessage[], form: AnswerForm): ChatHistoryItem[] {
  const results = new Map<string, string>();
  for (const message of messages) {
    if (message.role === 'tool') results.set(message.toolCallId, message.content);
  }
  const history: ChatHistoryItem[] = [];
  for (const message of messages) {
    const last = history.at(-1);
    if (message.role === 'system') history.push({ type: 'system', text: message.content });
    else if (message.role === 'user') history.push({ type: 'user', text: message.content });
    else if (message.role === 'assistant') {
      const response = [
        ...(message.content ? [message.content] : []),
        ...message.toolCalls.map((call) => functionCall(call, results.get(call.id))),
      ];
      if (last?.type === 'model') last.response.push(...response);
      else history.push({ type: 'model', response });
    }
  }
  const instructions = instructionsFor(form);
  if (instructions) addInstructions(history, instructions);
  if (history.at(-1)?.type !== 'model') history.push({ type: 'model', response: [] });
  return history;
}

/** Converts tools to the engine's functions. */
export function functionsOf(tools: readonly Tool[]): ChatModelFunctions {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      {
        ...(description ? { description } : {}),
        ...(parameters ? { params: describable(parameters) as never } : {}),
      },
    ]),
  );
}

/** Keywords that the engine's functions do not know. The model reads them in the description. */
const NOTED = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'pattern', 'format'];
const ANY_SCALAR = { type: ['string', 'number', 'boolean', 'null'] };

/**
 * Returns a schema of parameters as the engine's functions need it: what can be left out is left out, and an unknown
 * value is a scalar.
 */
function describable(schema: GrammarSchema): GrammarSchema {
  const given = schema as Record<string, unknown>;
  const { properties, required, description } = given;
  const notes = NOTED.flatMap((name) => (name in given ? [`${name}: ${String(given[name])}`] : []));
  const inner = (part: unknown) => describable(part as GrammarSchema);
  const all = (parts: unknown, isKept: (name: string) => boolean = () => true) =>
    Object.fromEntries(
      Object.entries(parts as object).flatMap(([name, part]) => (isKept(name) ? [[name, inner(part)]] : [])),
    );
  const { additionalProperties: others } = given;
  const result: Record<string, unknown> = {
    ...given,
    ...(notes.length > 0
      ? { description: [...(description ? [description] : []), `(${notes.join(', ')})`].join(' ') }
      : {}),
    ...(properties
      ? { properties: all(properties, (name) => (required as string[] | undefined)?.includes(name) ?? true) }
      : {}),
    ...(typeof others === 'object' ? { additionalProperties: inner(others) } : {}),
    ...(given.items ? { items: inner(given.items) } : {}),
    ...(given.prefixItems ? { prefixItems: (given.prefixItems as unknown[]).map(inner) } : {}),
    ...(given.oneOf ? { oneOf: (given.oneOf as unknown[]).map(inner) } : {}),
    ...(given.$defs ? { $defs: all(given.$defs) } : {}),
  };
  const isAny = !['type', 'oneOf', 'const', 'enum', '$ref'].some((name) => name in given);
  if (isAny) Object.assign(result, ANY_SCALAR);
  if (!CALL_FORMATS.includes(String(given.format))) delete result.format;
  return result;
}

const CALL_FORMATS = ['date', 'time', 'date-time'];

function functionCall(call: ToolCall, result: string | undefined): ChatModelResponse['response'][number] {
  return {
    type: 'functionCall',
    name: call.name,
    params: parsed(call.arguments),
    result: parsed(result ?? 'null'),
  };
}

/** Returns instructions for the form. A grammar only restricts the output, so the prompt states the goal. */
function instructionsFor(form: AnswerForm): string | null {
  if (form.is === 'json') {
    const shape = form.schema ? ` that follows this JSON schema: ${JSON.stringify(form.schema)}` : '';
    return `Answer with one JSON value${shape} and nothing else.`;
  }
  if (form.is === 'tool-call') {
    const tools = form.tools.map((tool) => JSON.stringify(tool)).join('\n');
    const shape = '{"name": …, "arguments": …}';
    const calls = form.mayCallSeveral
      ? `one or more of these functions, as a JSON list [${shape}, …]`
      : `one of these functions, as ${shape}`;
    const answer =
      form.answer === null
        ? ''
        : `\nIf no function is needed, answer as {"answer": …} with a value that follows this JSON schema: ${JSON.stringify(form.answer)}`;
    return `Answer by calling ${calls} and nothing else:\n${tools}${answer}`;
  }
  return null;
}

/**
 * Adds instructions at the end of the last turn of the user. What is before them stays the same for every form of an
 * answer, so a chat that was read for one form is not read again for another.
 */
function addInstructions(history: ChatHistoryItem[], instructions: string): void {
  const last = history.findLast((item) => item.type === 'user');
  if (last) last.text = `${last.text}\n\n${instructions}`;
  else history.push({ type: 'user', text: instructions });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
