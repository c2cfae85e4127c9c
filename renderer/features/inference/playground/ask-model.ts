import { PLAYGROUND_PATH, type PlaygroundRequest } from '../../../../shared/contract/inference/playground.ts';
import { postForStream } from '../../../lib/api/api.ts';
import { ApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n.ts';
import { type AnswerEvent, readAnswer } from './answer-stream.ts';

/** An answer while it is being written. */
export interface Answer {
  content: string;
  /** The model's thinking before it answers. */
  thought?: string;
  /** The latest progress before its first word. */
  progress?: Extract<AnswerEvent, { is: 'waiting' | 'reading' | 'started' | 'thought' }>;
  /** The measurements of an answer; undefined until the first piece arrives. */
  measured?: Measured;
}

/** The figures of an answer. */
export interface Measured {
  /** Milliseconds from sending to the first piece. */
  firstTokenMs: number;
  tokensPerSecond: number | null;
  tokens: number;
  /** The tokens of the prompt, and how many of them were cached; null until known. */
  read: { tokens: number; cached: number } | null;
  /** Whether the answer reached the token limit. */
  isCutOff: boolean;
  isStopped: boolean;
}

/** What a person has set, for each request. */
export type Settings = Omit<PlaygroundRequest, 'messages'> & { system: string };

/** A speed cannot be measured when all tokens arrive within this time. */
const MIN_MEASURED_MS = 50;

/** Renders at most once per frame: a page that renders each token cannot keep up with a fast model. */
export function createPainter(apply: (change: Partial<Answer>) => void) {
  let waiting: Partial<Answer> | null = null;
  function now(): void {
    if (waiting) apply(waiting);
    waiting = null;
  }
  return {
    now,
    later: (change: Partial<Answer>) => {
      if (!waiting) requestAnimationFrame(now);
      waiting = { ...waiting, ...change };
    },
  };
}

/** Asks the model, and paints its answer as it arrives. @throws {Error} when there is none. */
export async function run(
  request: PlaygroundRequest,
  signal: AbortSignal,
  paint: ReturnType<typeof createPainter>,
): Promise<void> {
  const startedAt = performance.now();
  let firstAt: number | null = null;
  let content = '';
  let thought = '';
  let tokens = 0;
  let read: Measured['read'] = null;
  let isCutOff = false;
  const measured = (): Measured => {
    const writing = performance.now() - (firstAt ?? startedAt);
    return {
      firstTokenMs: (firstAt ?? startedAt) - startedAt,
      // The first token is part of the waiting time, so the speed excludes it.
      tokensPerSecond: tokens > 1 && writing > MIN_MEASURED_MS ? ((tokens - 1) / writing) * 1_000 : null,
      tokens,
      read,
      isCutOff,
      isStopped: signal.aborted,
    };
  };
  try {
    for await (const event of readAnswer(await postForStream(PLAYGROUND_PATH, request, signal))) {
      if (event.is === 'error') throw new Error(event.message);
      if (event.is === 'waiting' || event.is === 'reading' || event.is === 'started') {
        paint.later({ progress: event });
        continue;
      }
      if (event.is === 'thought') {
        firstAt ??= performance.now();
        thought += event.text;
        tokens += 1;
        paint.later({ thought, progress: event });
      }
      if (event.is === 'text') {
        firstAt ??= performance.now();
        content += event.text;
        tokens += 1;
      }
      if (event.is === 'end') isCutOff = event.reason === 'length';
      if (event.is === 'usage') {
        tokens = event.completionTokens;
        read = { tokens: event.promptTokens, cached: event.cachedTokens };
      }
      paint.later({ content, thought, measured: measured() });
    }
    if (content === '' && thought === '') throw new Error(t('inference:playground.emptyAnswer'));
  } finally {
    if (content !== '' || thought !== '') paint.later({ content, thought, measured: measured() });
  }
}

/** Returns the request for an answer to a conversation. */
export function requestOf(
  turns: readonly Pick<PlaygroundRequest['messages'][number], 'role' | 'content'>[],
  { system, ...settings }: Settings,
): PlaygroundRequest {
  const instructions = system.trim() === '' ? [] : [{ role: 'system' as const, content: system }];
  return {
    ...settings,
    messages: [...instructions, ...turns.map(({ role, content }) => ({ role, content }))],
  };
}

/** Returns an error as text, with the HTTP status that a program would receive. */
export function problemOf(error: unknown): string {
  if (error instanceof ApiError)
    return error.status > 0 ? `${error.status}: ${sentenceOf(error)}` : error.message;
  return error instanceof Error ? error.message : String(error);
}
