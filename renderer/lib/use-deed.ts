import { useState } from 'react';
import { sentenceOf } from './api-error.ts';

/** What a button needs to know about the work it starts. */
export interface Deed {
  isBusy: boolean;
  /** What went wrong with the last try, or null. */
  problem: string | null;
  run: () => void;
}

/** Runs `deed` at the press of a button and keeps its failure as a sentence. */
export function useDeed(deed: () => Promise<void>): Deed {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await deed();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, problem, run: () => void run() };
}
