import { type ChatModelFunctions, type Token, TokenBias } from 'node-llama-cpp';
import type { FinishReason, FromEngine, Generation, TokenLogprob, TokenUsage } from '../protocol.ts';
import type { RequestClass } from '../request-class.ts';
import { chatHistory, functionsOf } from './chat-history.ts';
import { chooseSlot } from './choose-slot.ts';
import { ExpectedText } from './expected-text.ts';
import type { createGrammars } from './grammars.ts';
import { ContextLengthError, type Loaded } from './load-model.ts';
import type { CachedPrompt, PromptCache } from './prompt-cache.ts';
import type { Slot } from './slot.ts';
import { toolCallStream, writtenCalls } from './tool-call-stream.ts';

/** The engine keeps one cell free, and would otherwise silently drop the beginning of the chat. */
const RESERVED_TOKENS = 2;
/** With fewer tokens to gain, nothing is restored. */
const WORTH_RESTORING = 32;
/** What an answer repeats is no longer than the context. */
const LETTERS_PER_TOKEN = 8;

export interface Outcome {
  reason: FinishReason;
  usage: TokenUsage;
}

/**
 * Generates the answer to one chat on the best free slot, and passes each piece to `send` as it is written.
 * @param usage is updated during generation, so it is correct even if this throws.
 * @throws {ContextLengthError} if the prompt does not fit; the signal's reason if it was cancelled.
 */
export async function generate(
  loaded: Loaded,
  grammars: ReturnType<typeof createGrammars>,
  { generation, requestClass }: { generation: Generation; requestClass: RequestClass },
  signal: AbortSignal,
  usage: TokenUsage,
  send: (message: FromEngine) => void,
): Promise<Outcome> {
  const { id, tenant, form } = generation;
  const history = generation.prompt === null ? chatHistory(generation.messages, form) : null;
  const functions = form.is === 'tools' ? functionsOf(form.tools) : undefined;
  const prompt = history
    ? promptTokens(loaded, history, functions)
    : textTokens(loaded, generation.prompt ?? '');
  const room = loaded.description.contextSize - prompt.length - RESERVED_TOKENS;
  if (room < 1) {
    throw new ContextLengthError(prompt.length, loaded.description.contextSize - RESERVED_TOKENS);
  }
  const grammar = await grammars.for(form);
  signal.throwIfAborted();
  const chosen = choosePlace(loaded, generation, prompt, requestClass);
  if (!chosen) throw new Error('every slot is busy');
  const { slot } = chosen;

  const logprobs: { token: Token; logprob: TokenLogprob }[] = [];
  const expected = expectedText(loaded, generation);
  if (expected) usage.expected = { accepted: 0, rejected: 0 };
  slot.take(generation, requestClass, {
    signal,
    topLogprobs: generation.topLogprobs,
    expected,
    onChecked: (accepted, rejected) => {
      if (!usage.expected) return;
      usage.expected.accepted += accepted;
      usage.expected.rejected += rejected;
    },
    onRead: (tokens) => send({ ev: 'read', id, tokens }),
    onToken: (token, logprob) => {
      if (!loaded.model.isEogToken(token)) usage.completionTokens += 1;
      if (logprob) logprobs.push({ token, logprob });
    },
  });
  try {
    const { cached, cache } = chosen;
    // First of all: the slot now counts as this tenant's.
    if (chosen.mustClear) await slot.sequence.clearHistory();
    if (cached) await slot.whenDue(async () => void (await cache.restore(cached, slot.sequence)));
    usage.promptTokens = prompt.length;
    usage.cachedTokens = Math.max(0, Math.min(slot.commonPrefix(prompt), prompt.length - 1));
    send({ ev: 'start', id, promptTokens: prompt.length, cachedTokens: usage.cachedTokens });
    if (generation.maxTokens === 0) {
      await slot.read(prompt);
      const { conversation } = generation;
      // What was read ahead will be needed when someone opens the conversation, and by then others have had the slot.
      if (loaded.cache && conversation)
        await slot.whenDue(async () => loaded.cache?.keep({ tenant, conversation }, slot.sequence));
      return { reason: 'length', usage };
    }
    const written = form.is === 'tool-call' ? bufferedCall(id, send) : streamedText(id, logprobs, send);
    const options = {
      signal,
      maxTokens: Math.min(generation.maxTokens, room),
      temperature: generation.temperature,
      topP: generation.topP,
      seed: generation.seed,
      repeatPenalty: penalties(generation),
      ...biases(loaded, generation),
      ...budgetsOf(generation),
      // A required call is one JSON value. A stop sequence inside it would truncate it.
      customStopTriggers: form.is === 'tool-call' ? [] : generation.stop,
      ...(grammar ? { grammar } : {}),
    };
    const answer = history
      ? await slot.chat.generateResponse(history, {
          ...options,
          onResponseChunk: written.onChunk,
          ...(functions && form.is === 'tools'
            ? {
                functions,
                documentFunctionParams: true,
                ...(form.mayCallSeveral ? {} : { maxParallelFunctionCalls: 1 }),
                ...toolCallStream(id, send),
              }
            : {}),
        } as Parameters<Slot['chat']['generateResponse']>[1])
      : await slot.completion.generateCompletionWithMeta(withoutBeginning(loaded, prompt), {
          ...options,
          // The prompt fits, and is never shortened.
          contextShiftSize: 1,
          ...textListener(written),
        });
    const reason = finishReason(answer.metadata.stopReason);
    const isCall = written.onEnd(reason);
    return { reason: isCall ? 'tool_calls' : reason, usage };
  } finally {
    slot.release();
  }
}

/** A slot for a new prompt, and what is restored to it before. */
type Place = { slot: Slot; mustClear: boolean } & (
  | { cached: CachedPrompt; cache: PromptCache }
  | { cached: null; cache: null }
);

/**
 * Chooses the slot for a prompt. When the cache has more of the prompt's conversation than any slot, and restoring it is
 * faster than reading it, the conversation comes into the slot that was used longest ago: the one that holds the most of the prompt holds
 * another conversation of the workspace, which may go on.
 */
function choosePlace(
  { slots, cache, reading }: Loaded,
  { tenant, conversation }: Generation,
  prompt: Token[],
  requestClass: RequestClass,
): Place | null {
  const best = chooseSlot(slots, tenant, prompt, requestClass);
  const cached = (best && conversation && cache?.find({ tenant, conversation }, prompt)) || null;
  if (!best || !cached || !cache) return best && { ...best, cached: null, cache: null };
  const more = cached.common - (best.slot.tenant === tenant ? best.slot.commonPrefix(prompt) : 0);
  if (more < WORTH_RESTORING || !cache.isFaster(cached, reading.timeFor(more)))
    return { ...best, cached: null, cache: null };
  const oldest = chooseSlot(slots, tenant, null, requestClass);
  return oldest && { ...oldest, cached, cache };
}

/** Returns what an answer will probably repeat, in a form that allows for it; otherwise null. */
function expectedText(
  { model, description }: Loaded,
  { expected, form, prompt, maxTokens, topLogprobs, frequencyPenalty, presencePenalty }: Generation,
): ExpectedText | null {
  if (!expected || form.is !== 'text' || prompt !== null || maxTokens === 0 || topLogprobs !== null)
    return null;
  // The penalties of a token depend on those before it, which one step cannot know.
  if (frequencyPenalty !== 0 || presencePenalty !== 0) return null;
  return new ExpectedText(model.tokenize(expected.slice(0, description.contextSize * LETTERS_PER_TOKEN)));
}

/** Returns the tokens of the prompt exactly as the engine will read it. */
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

/** Returns the tokens of a text to continue. Special tokens in it count as such, as base models expect them. */
function textTokens({ model }: Loaded, text: string): Token[] {
  const tokens = model.tokenize(text, true);
  const { bos, shouldPrependBosToken } = model.tokens;
  if (bos === null || !shouldPrependBosToken || tokens[0] === bos) return tokens;
  return [bos, ...tokens];
}

/** The engine adds the token that begins a text itself. */
function withoutBeginning({ model }: Loaded, [first, ...rest]: Token[]): Token[] {
  return first === undefined || first === model.tokens.bos ? rest : [first, ...rest];
}

/** Returns the callbacks of a continued text, which arrives as tokens and then as text. */
function textListener({ onChunk }: Writer) {
  let pending: Token[] = [];
  return {
    onToken: (tokens: Token[]) => {
      pending = tokens;
    },
    onTextChunk: (text: string) => onChunk({ type: undefined, text, tokens: pending }),
  };
}

interface Writer {
  onChunk(chunk: { type: 'segment' | undefined; text: string; tokens: Token[] }): void;
  /** Sends buffered text; returns whether the answer is a tool call. */
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
        // Tokens without text (such as a stop token) are reported but are never part of a chunk.
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

interface WrittenCall {
  name: string;
  arguments?: unknown;
}

/** Buffers required tool calls, which the model writes as JSON, and sends them when complete. */
function bufferedCall(id: string, send: (message: FromEngine) => void): Writer {
  let text = '';
  return {
    onChunk: (chunk) => {
      if (chunk.type === undefined) text += chunk.text;
    },
    onEnd: (reason) => {
      if (reason === 'length') {
        sendIncomplete(id, text, send);
        return false;
      }
      const written = JSON.parse(text) as WrittenCall | WrittenCall[] | { answer: unknown };
      if ('answer' in written) {
        send({ ev: 'delta', id, is: 'text', text: JSON.stringify(written.answer), logprobs: null });
        return false;
      }
      for (const [index, { name, arguments: given }] of [written].flat().entries())
        send({ ev: 'tool-call', id, index, name, arguments: JSON.stringify(given ?? {}) });
      return true;
    },
  };
}

/** Sends what there is of a truncated answer, so the caller can see what was written. */
function sendIncomplete(id: string, text: string, send: (message: FromEngine) => void): void {
  const answer = /^\s*\{\s*"answer"\s*:\s*([\s\S]*)$/.exec(text)?.[1];
  if (answer !== undefined) send({ ev: 'delta', id, is: 'text', text: answer, logprobs: null });
  else
    for (const [index, call] of writtenCalls(text).entries()) send({ ev: 'tool-call', id, index, ...call });
}

function finishReason(stopReason: string): FinishReason {
  if (stopReason === 'maxTokens') return 'length';
  return stopReason === 'functionCalls' ? 'tool_calls' : 'stop';
}

/** Returns how many tokens may go into thoughts, where a caller wants none. A thought that has begun is closed at once. */
export function budgetsOf({ withoutThought }: Pick<Generation, 'withoutThought'>) {
  return withoutThought ? { budgets: { thoughtTokens: 0 } } : {};
}

function penalties({ frequencyPenalty, presencePenalty }: Generation) {
  if (frequencyPenalty === 0 && presencePenalty === 0) return false as const;
  return { penalty: 1, frequencyPenalty, presencePenalty, lastTokens: 256, penalizeNewLine: true };
}

function biases({ model }: Loaded, { logitBias }: Generation) {
  const entries = Object.entries(logitBias);
  if (entries.length === 0) return {};
  const tokenBias = TokenBias.for(model);
  // OpenAI documents -100 as a ban. Other values are added to the logit.
  for (const [token, bias] of entries) {
    tokenBias.set([Number(token) as Token], bias <= -100 ? 'never' : { logit: bias });
  }
  return { tokenBias };
}
