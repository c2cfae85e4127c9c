import { create } from 'zustand';
import { onLeave } from '../../../lib/on-leave.ts';
import { type Answer, createPainter, problemOf, requestOf, run } from '../playground/ask-model.ts';
import { usePlayground } from '../playground/playground.store.ts';

/** The answer of one of two models. */
export interface Side extends Answer {
  model: string;
  state: 'waiting' | 'answering' | 'done' | 'failed' | 'stopped';
  problem: string | null;
}

interface Comparison {
  /** The chosen models; null: the first and the second that are served. */
  chosen: readonly [string | null, string | null];
  draft: string;
  /** The message that was sent last. */
  asked: string;
  sides: readonly Side[];
  isRunning: boolean;
}

const EMPTY: Comparison = { chosen: [null, null], draft: '', asked: '', sides: [], isRunning: false };

/** A message that two models answer. It stays while the person looks at other pages. */
export const useComparison = create<Comparison>(() => EMPTY);

let running: AbortController | null = null;

onLeave(() => {
  stopComparing();
  running = null;
  useComparison.setState(EMPTY, true);
});

/**
 * Sends what is typed to both models, one after the other: at the same time, each would slow the other down, and the
 * figures would say nothing. The second one is asked also when the first one fails.
 */
export async function compare(models: readonly [string, string]): Promise<void> {
  const { draft, isRunning } = useComparison.getState();
  if (isRunning || draft.trim() === '') return;
  const abort = new AbortController();
  running = abort;
  const sides: Side[] = models.map((model) => ({ model, content: '', state: 'waiting', problem: null }));
  useComparison.setState({ asked: draft, draft: '', sides, isRunning: true });
  const change = (index: number, changes: Partial<Side>) => {
    // After the end of the session, another person may be using this window.
    if (running !== abort) return;
    useComparison.setState((now) => ({
      sides: now.sides.map((side, place) => (place === index ? { ...side, ...changes } : side)),
    }));
  };
  for (const [index, model] of models.entries()) {
    if (abort.signal.aborted) change(index, { state: 'stopped' });
    else await answer(model, draft, abort.signal, (changes) => change(index, changes));
  }
  if (running === abort) useComparison.setState({ isRunning: false });
}

async function answer(
  model: string,
  content: string,
  signal: AbortSignal,
  change: (changes: Partial<Side>) => void,
): Promise<void> {
  const { settings } = usePlayground.getState();
  const paint = createPainter(change);
  change({ state: 'answering' });
  let outcome: Partial<Side> = { state: 'done' };
  try {
    await run(requestOf([{ role: 'user', content }], { ...settings, model }), signal, paint);
  } catch (error) {
    outcome = signal.aborted ? { state: 'stopped' } : { state: 'failed', problem: problemOf(error) };
  }
  paint.now();
  change(outcome);
}

/** Ends the answer that is being written, and does not ask for the next one. */
export function stopComparing(): void {
  running?.abort();
}
