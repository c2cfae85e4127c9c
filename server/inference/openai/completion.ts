import type { FinishReason, TokenLogprob, TokenUsage } from '../protocol.ts';

/** The fields that all parts of an answer have in common. */
export interface CompletionHead {
  id: string;
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

/** Returns the body of a non-streamed answer. */
export function completion(
  head: CompletionHead,
  answer: {
    text: string;
    thought: string;
    toolCalls: readonly WrittenToolCall[];
    logprobs: readonly TokenLogprob[] | null;
    reason: FinishReason;
    usage: TokenUsage;
  },
) {
  const { toolCalls } = answer;
  return {
    ...common(head, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: toolCalls.length > 0 && answer.text === '' ? null : answer.text,
          ...(answer.thought ? { reasoning_content: answer.thought } : {}),
          refusal: null,
          ...(toolCalls.length > 0
            ? {
                tool_calls: toolCalls.map((call) => ({
                  id: call.id,
                  type: 'function',
                  function: { name: call.name, arguments: call.arguments },
                })),
              }
            : {}),
        },
        logprobs: logprobsOf(answer.logprobs),
        finish_reason: answer.reason,
      },
    ],
    usage: usageOf(answer.usage),
  };
}

/** Returns a chunk of a streamed answer. It contains `usage: null` if the caller wants usage at the end. */
export function chunk(
  head: CompletionHead,
  delta: object,
  more: { reason?: FinishReason; logprobs?: readonly TokenLogprob[] | null; includesUsage: boolean },
) {
  return {
    ...common(head, 'chat.completion.chunk'),
    choices: [
      {
        index: 0,
        delta,
        logprobs: logprobsOf(more.logprobs ?? null),
        finish_reason: more.reason ?? null,
      },
    ],
    ...(more.includesUsage ? { usage: null } : {}),
  };
}

/** Returns the last chunk, for callers that requested usage. */
export function usageChunk(head: CompletionHead, usage: TokenUsage) {
  return { ...common(head, 'chat.completion.chunk'), choices: [], usage: usageOf(usage) };
}

function common({ id, created, model, fingerprint }: CompletionHead, object: string) {
  return { id, object, created, model, system_fingerprint: fingerprint };
}

function usageOf({ promptTokens, cachedTokens, completionTokens }: TokenUsage) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}

function logprobsOf(tokens: readonly TokenLogprob[] | null) {
  if (tokens === null) return null;
  return {
    content: tokens.map(({ token, logprob, top }) => ({
      token,
      logprob,
      bytes: bytesOf(token),
      top_logprobs: top.map((one) => ({ ...one, bytes: bytesOf(one.token) })),
    })),
    refusal: null,
  };
}

function bytesOf(token: string): number[] {
  return [...Buffer.from(token)];
}
