import type { FinishReason, GenerationError, TokenLogprob, TokenUsage } from '../protocol.ts';

/** Receives an answer: pieces, then either `onEnd` or `onError`, unless the request was cancelled. */
export interface Listener {
  onStart(promptTokens: number, cachedTokens: number): void;
  /** Called while a long prompt is read, with the number of tokens read so far. */
  onRead(tokens: number): void;
  onText(is: 'text' | 'thought', text: string, logprobs: readonly TokenLogprob[] | null): void;
  onToolCall(index: number, name: string | null, piece: string): void;
  onEnd(reason: FinishReason, usage: TokenUsage): void;
  onError(error: RequestError): void;
  /** Called exactly once, as the last call, with the usage; null if nothing was read or it is unknown. */
  onSettled(usage: TokenUsage | null): void;
}

export type RequestError =
  | GenerationError
  | { code: 'deadline' }
  | { code: 'switched' }
  | { code: 'no_model'; message: string };
