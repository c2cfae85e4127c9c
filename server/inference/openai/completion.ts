import type { FinishReason, TokenLogprob, TokenUsage } from '../protocol.ts';

/** The fields that all parts of an answer have in common. */
export interface AnswerHead {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
  /** Changes when the same seed may produce a different answer. */
  fingerprint: string;
}

export interface WrittenToolCall {
  id: string;
  name: string;
  arguments: string;
}

/** One of the answers to a request. */
export interface ChatAnswer {
  text: string;
  thought: string;
  toolCalls: WrittenToolCall[];
  logprobs: readonly TokenLogprob[] | null;
  reason: FinishReason;
}

/** Returns why an answer ended, in the words of its API: before there were tools, a call was a `function_call`. */
export function finishOf(reason: FinishReason, isLegacy: boolean): string {
  return isLegacy && reason === 'tool_calls' ? 'function_call' : reason;
}

/** Returns the body of non-streamed answers. */
export function completion(
  head: AnswerHead,
  answers: readonly ChatAnswer[],
  usage: TokenUsage,
  isLegacy: boolean,
) {
  return {
    ...common(head, 'chat.completion'),
    choices: answers.map(({ text, thought, toolCalls, logprobs, reason }, index) => ({
      index,
      message: {
        role: 'assistant',
        content: toolCalls.length > 0 && text === '' ? null : text,
        ...(thought ? { reasoning_content: thought } : {}),
        refusal: null,
        ...callsOf(toolCalls, isLegacy),
      },
      logprobs: logprobsOf(logprobs),
      finish_reason: finishOf(reason, isLegacy),
    })),
    usage: usageOf(usage),
  };
}

function callsOf(calls: readonly WrittenToolCall[], isLegacy: boolean) {
  const [first] = calls;
  if (!first) return {};
  if (isLegacy) return { function_call: { name: first.name, arguments: first.arguments } };
  return {
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}

/** Returns a chunk of a streamed answer. It contains `usage: null` if the caller wants usage at the end. */
export function chunk(
  head: AnswerHead,
  {
    index,
    delta,
    reason = null,
    logprobs = null,
  }: { index: number; delta: object; reason?: string | null; logprobs?: readonly TokenLogprob[] | null },
  includesUsage: boolean,
) {
  return {
    ...common(head, 'chat.completion.chunk'),
    choices: [{ index, delta, logprobs: logprobsOf(logprobs), finish_reason: reason }],
    ...(includesUsage ? { usage: null } : {}),
  };
}

/** Returns the last chunk, for callers that requested usage. */
export function usageChunk(head: AnswerHead, usage: TokenUsage) {
  return { ...common(head, 'chat.completion.chunk'), choices: [], usage: usageOf(usage) };
}

/** Returns the fields that all parts of an answer have. */
export function common({ id, created, model, fingerprint }: AnswerHead, object: string) {
  return { id, object, created, model, system_fingerprint: fingerprint };
}

/** Returns the tokens of an answer as the APIs for chats and texts write them. */
export function usageOf({ promptTokens, cachedTokens, completionTokens, expected }: TokenUsage) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    ...(expected
      ? {
          completion_tokens_details: {
            accepted_prediction_tokens: expected.accepted,
            rejected_prediction_tokens: expected.rejected,
          },
        }
      : {}),
  };
}

function logprobsOf(tokens: readonly TokenLogprob[] | null) {
  return tokens === null ? null : { content: tokenLogprobs(tokens), refusal: null };
}

/** Returns the probabilities of tokens as the APIs write them. */
export function tokenLogprobs(tokens: readonly TokenLogprob[]) {
  return tokens.map(({ token, logprob, top }) => ({
    token,
    logprob,
    bytes: bytesOf(token),
    top_logprobs: top.map((one) => ({ ...one, bytes: bytesOf(one.token) })),
  }));
}

function bytesOf(token: string): number[] {
  return [...Buffer.from(token)];
}
