import { create } from 'zustand';
import { PLAYGROUND_DEFAULTS, PLAYGROUND_PLAIN } from '../../../../shared/contract/inference/playground.ts';
import { onLeave } from '../../../lib/on-leave.ts';
import { type Answer, createPainter, problemOf, requestOf, run, type Settings } from './ask-model.ts';

export interface Turn extends Answer {
  id: number;
  role: 'user' | 'assistant';
}

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
