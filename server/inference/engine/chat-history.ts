import type { ChatHistoryItem, ChatModelFunctions, ChatModelResponse } from 'node-llama-cpp';
import type { AnswerForm, ChatMessage, Tool, ToolCall } from '../protocol.ts';

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
      { ...(description ? { description } : {}), ...(parameters ? { params: parameters as never } : {}) },
    ]),
  );
}

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
    return `Answer by calling one of these functions, as {"name": …, "arguments": …} and nothing else:\n${tools}`;
  }
  return null;
}

function addInstructions(history: ChatHistoryItem[], instructions: string): void {
  const [first] = history;
  if (first?.type === 'system') first.text = `${String(first.text)}\n\n${instructions}`;
  else history.unshift({ type: 'system', text: instructions });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
