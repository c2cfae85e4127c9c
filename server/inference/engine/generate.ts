import { type ChatModelFunctions, type Token, TokenBias } from 'node-llama-cpp';
import type { FinishReason, FromEngine, Generation, TokenLogprob, TokenUsage } from '../protocol.ts';
import { chatHistory, functionsOf } from './chat-history.ts';
import { chooseSlot } from './choose-slot.ts';
import type { createGrammars } from './grammars.ts';
import type { Loaded } from './load-model.ts';
import type { Slot } from './slot.ts';
import { toolCallStream } from './tool-call-stream.ts';

/** One prompt does not fit; said before any slot is touched. */
export class ContextLengthError extends Error {
  override readonly name = 'ContextLengthError';
  readonly promptTokens: number;
  readonly contextSize: number;

  constructor(promptTokens: number, contextSize: number) {
    super(`The prompt has ${promptTokens} tokens; the context has room for ${contextSize}.`);
    this.promptTokens = promptTokens;
    this.contextSize = contextSize;
  }
}

/** The engine keeps one cell free and would otherwise forget the beginning of the chat without a word. */
const RESERVED_TOKENS = 2;

export interface Outcome {
  reason: FinishReason;
  usage: TokenUsage;
}

/**
 * Answers one chat on the best free slot. What it writes goes out through `send` as it is written.
 * @param usage is filled in on the way, so that it is known what was used also when this throws.
 * @throws {ContextLengthError} when the prompt does not fit; the signal's reason when it was cancelled.
 */
export async function generate(
  loaded: Loaded,
  grammars: ReturnType<typeof createGrammars>,
  generation: Generation,
  signal: AbortSignal,
  usage: TokenUsage,
  send: (message: FromEngine) => void,
): Promise<Outcome> {
  const { id, tenant, form } = generation;
  const history = chatHistory(generation.messages, form);
  const functions = form.is === 'tools' ? functionsOf(form.tools) : undefined;
  const prompt = promptTokens(loaded, history, functions);
  const room = loaded.description.contextSize - prompt.length - RESERVED_TOKENS;
  if (room < 1) {
    throw new ContextLengthError(prompt.length, loaded.description.contextSize - RESERVED_TOKENS);
  }
  const grammar = await grammars.for(form);
  signal.throwIfAborted();
  for (const slot of loaded.slots) slot.consider(prompt);
  const chosen = chooseSlot(loaded.slots, tenant, prompt.length);
  if (!chosen) throw new Error('every slot is busy');
  const { slot } = chosen;

  const logprobs: { token: Token; logprob: TokenLogprob }[] = [];
  slot.take(tenant, {
    signal,
    topLogprobs: generation.topLogprobs,
    onRead: (tokens) => send({ ev: 'read', id, tokens }),
    onToken: (token, logprob) => {
      if (!loaded.model.isEogToken(token)) usage.completionTokens += 1;
      if (logprob) logprobs.push({ token, logprob });
    },
  });
  try {
    if (chosen.mustForget) await slot.sequence.clearHistory();
    usage.promptTokens = prompt.length;
    usage.cachedTokens = Math.min(slot.commonPrefix(), prompt.length - 1);
    send({ ev: 'start', id, promptTokens: prompt.length, cachedTokens: usage.cachedTokens });
    const written = form.is === 'tool-call' ? bufferedCall(id, send) : streamedText(id, logprobs, send);
    const answer = await slot.chat.generateResponse(history, {
      signal,
      maxTokens: Math.min(generation.maxTokens, room),
      temperature: generation.temperature,
      topP: generation.topP,
      seed: generation.seed,
      repeatPenalty: penalties(generation),
      ...biases(loaded, generation),
      // A call that was demanded is one JSON value: a stop word inside it would leave half of one.
      customStopTriggers: form.is === 'tool-call' ? [] : generation.stop,
      onResponseChunk: written.onChunk,
      ...(grammar ? { grammar } : {}),
      ...(functions && form.is === 'tools'
        ? {
            functions,
            documentFunctionParams: true,
            ...(form.mayCallSeveral ? {} : { maxParallelFunctionCalls: 1 }),
            ...toolCallStream(id, send),
          }
        : {}),
    } as Parameters<Slot['chat']['generateResponse']>[1]);
    const reason = finishReason(answer.metadata.stopReason);
    const isCall = written.onEnd(reason);
    return { reason: isCall ? 'tool_calls' : reason, usage };
  } finally {
    slot.release();
  }
}

/** The prompt exactly as the engine will read it. */
function promptTokens(
  { chatWrapper, model }: Loaded,
  chatHistory: Parameters<Loaded['chatWrapper']['generateContextState']>[0]['chatHistory'],
  availableFunctions: ChatModelFunctions | undefined,
): Token[] {
  const { contextText } = chatWrapper.generateContextState({
    chatHistory,
    ...(availableFunctions ? { availableFunctions, documentFunctionParams: true } : {}),
  });
  return contextText.tokenize(model.tokenizer);
}

interface Writer {
  onChunk(chunk: { type: 'segment' | undefined; text: string; tokens: Token[] }): void;
  /** Sends what was held back; returns whether the answer is a tool call. */
  onEnd(reason: FinishReason): boolean;
}

function streamedText(
  id: string,
  logprobs: { token: Token; logprob: TokenLogprob }[],
  send: (message: FromEngine) => void,
): Writer {
  return {
    onChunk: ({ type, text, tokens }) => {
      const known = tokens.flatMap((token) => {
        // Tokens that were no text (a stop sign) were reported but never come as a piece.
        const at = logprobs.findIndex((one) => one.token === token);
        const [found] = at < 0 ? [] : logprobs.splice(0, at + 1).slice(-1);
        return found ? [found.logprob] : [];
      });
      if (text === '' && known.length === 0) return;
      const is = type === 'segment' ? 'thought' : 'text';
      send({ ev: 'delta', id, is, text, logprobs: known.length > 0 ? known : null });
    },
    onEnd: () => false,
  };
}

/** A call that the caller has demanded is written as one JSON object; it goes out when it is whole. */
function bufferedCall(id: string, send: (message: FromEngine) => void): Writer {
  let text = '';
  return {
    onChunk: (chunk) => {
      if (chunk.type === undefined) text += chunk.text;
    },
    onEnd: (reason) => {
      if (reason === 'length') {
        // Cut off: what there is goes out as it is, so that the caller sees what was written.
        const name = /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1];
        const rest = /"arguments"\s*:\s*([\s\S]*)$/.exec(text)?.[1] ?? '';
        if (name) send({ ev: 'tool-call', id, index: 0, name, arguments: rest });
        return false;
      }
      const { name, arguments: given } = JSON.parse(text);
      send({ ev: 'tool-call', id, index: 0, name, arguments: JSON.stringify(given ?? {}) });
      return true;
    },
  };
}

function finishReason(stopReason: string): FinishReason {
  if (stopReason === 'maxTokens') return 'length';
  return stopReason === 'functionCalls' ? 'tool_calls' : 'stop';
}

function penalties({ frequencyPenalty, presencePenalty }: Generation) {
  if (frequencyPenalty === 0 && presencePenalty === 0) return false as const;
  return { penalty: 1, frequencyPenalty, presencePenalty, lastTokens: 256, penalizeNewLine: true };
}

function biases({ model }: Loaded, { logitBias }: Generation) {
  const entries = Object.entries(logitBias);
  if (entries.length === 0) return {};
  const tokenBias = TokenBias.for(model);
  // The two ends of the scale mean never and always, as OpenAI documents them.
  for (const [token, bias] of entries) {
    tokenBias.set([Number(token) as Token], bias <= -100 ? 'never' : { logit: bias });
  }
  return { tokenBias };
}
