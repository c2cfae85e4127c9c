import { create } from 'zustand';
import {
  PLAYGROUND_DEFAULTS,
  PLAYGROUND_PATH,
  PLAYGROUND_PLAIN,
  type PlaygroundRequest,
} from '../../../../shared/contract/inference/playground.ts';
import { postForStream } from '../../../lib/api/api.ts';
import { ApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n.ts';
import { onLeave } from '../../../lib/on-leave.ts';
import { type AnswerEvent, readAnswer } from './answer-stream.ts';

export interface Turn {
  id: number;
  role: 'user' | 'assistant';
  content: string;
  /** The model's thinking before it answers. */
  thought?: string;
  /** The latest progress before its first word. */
  progress?: Extract<AnswerEvent, { is: 'waiting' | 'reading' | 'started' | 'thought' }>;
  /** The measurements of an answer; undefined until the first piece arrives. */
  measured?: Measured;
}

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

export type Settings = Omit<PlaygroundRequest, 'messages'> & { system: string };

interface Playground {
  turns: readonly Turn[];
  isRunning: boolean;
  problem: string | null;
  settings: Settings;
  /** What is typed and not sent yet. */
  draft: string;
}

const EMPTY: Playground = {
  turns: [],
  isRunning: false,
  problem: null,
  settings: { system: '', keyId: null, model: null, ...PLAYGROUND_DEFAULTS, ...PLAYGROUND_PLAIN },
  draft: '',
};

/**
 * The conversation with the model. It stays while the person looks at other pages, and an answer goes on; a reload
 * or the end of the session empties it.
 */
export const usePlayground = create<Playground>(() => EMPTY);

let running: AbortController | null = null;
let lastId = 0;

onLeave(() => {
  stop();
  running = null;
  usePlayground.setState(EMPTY, true);
});

/** Sends what is typed. When no text arrives, the turn is removed, and the text can be edited or sent again. */
export async function sendDraft(): Promise<void> {
  const { turns, draft } = usePlayground.getState();
  usePlayground.setState({ draft: '' });
  await ask(turns, turn('user', draft), (now) => ({ turns, draft: now.draft || draft }));
}

/** Asks for another answer to the last message. When no text arrives, the earlier answer comes back. */
export async function regenerate(): Promise<void> {
  const { turns, isRunning } = usePlayground.getState();
  const last = turns.findLastIndex(({ role }) => role === 'user');
  const question = turns[last];
  if (isRunning || !question) return;
  await ask(turns.slice(0, last), question, () => ({ turns }));
}

/** Moves a message back to the draft, and removes what came after it. */
export function editTurn(id: number): void {
  const { turns, isRunning } = usePlayground.getState();
  const index = turns.findIndex((one) => one.id === id);
  const edited = turns[index];
  if (isRunning || !edited) return;
  usePlayground.setState({ turns: turns.slice(0, index), draft: edited.content, problem: null });
}

async function ask(
  before: readonly Turn[],
  question: Turn,
  /** What is shown again when no text arrives. */
  undo: (now: Playground) => Partial<Playground>,
): Promise<void> {
  const { settings } = usePlayground.getState();
  const answer = turn('assistant', '');
  const conversation = [...before, question];
  let hasText = false;
  const abort = new AbortController();
  running = abort;
  usePlayground.setState({ turns: [...conversation, answer], problem: null, isRunning: true });
  const change = (changes: (now: Playground) => Partial<Playground>) =>
    // After the end of the session, another person may be using this window.
    usePlayground.setState((now) => (running === abort ? changes(now) : now));
  const paint = createPainter((piece) => {
    hasText ||= Boolean(piece.content) || Boolean(piece.thought);
    change(({ turns }) => ({
      turns: turns.map((one) => (one.id === answer.id ? { ...one, ...piece } : one)),
    }));
  });
  try {
    await run(requestOf(conversation, settings), abort.signal, paint);
  } catch (error) {
    if (!abort.signal.aborted) change(() => ({ problem: problemOf(error) }));
  } finally {
    paint.now();
    if (!hasText) change(undo);
    change(() => ({ isRunning: false }));
  }
}

/** Ends the answer that is being written; what has arrived stays. */
export function stop(): void {
  running?.abort();
}

/** Removes all turns. */
export function clear(): void {
  stop();
  running = null;
  usePlayground.setState({ turns: [], problem: null, isRunning: false });
}

function turn(role: Turn['role'], content: string): Turn {
  lastId += 1;
  return { id: lastId, role, content };
}

/** A speed cannot be measured when all tokens arrive within this time. */
const MIN_MEASURED_MS = 50;

type Change = Partial<Pick<Turn, 'content' | 'thought' | 'progress' | 'measured'>>;

/** Renders at most once per frame: a page that renders each token cannot keep up with a fast model. */
function createPainter(apply: (change: Change) => void) {
  let waiting: Change | null = null;
  function now(): void {
    if (waiting) apply(waiting);
    waiting = null;
  }
  return {
    now,
    later: (change: Change) => {
      if (!waiting) requestAnimationFrame(now);
      waiting = { ...waiting, ...change };
    },
  };
}

async function run(
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

function requestOf(turns: readonly Turn[], { system, ...settings }: Settings): PlaygroundRequest {
  const instructions = system.trim() === '' ? [] : [{ role: 'system' as const, content: system }];
  return {
    ...settings,
    messages: [...instructions, ...turns.map(({ role, content }) => ({ role, content }))],
  };
}

/** Returns an error as text, with the HTTP status that a program would receive. */
function problemOf(error: unknown): string {
  if (error instanceof ApiError)
    return error.status > 0 ? `${error.status}: ${sentenceOf(error)}` : error.message;
  return error instanceof Error ? error.message : String(error);
}
