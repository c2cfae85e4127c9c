import { useState } from 'react';
import { sentenceOf } from './api-error.ts';

/** What a confirmation dialog shows and does while its action runs. */
export interface Confirmed {
  isBusy: boolean;
  /** What went wrong with the last try, or null. */
  problem: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Runs `action` when a person has confirmed it: closes when it is done, stays open with a sentence when it failed. */
export function useConfirmed(action: () => Promise<void>, onClose: () => void): Confirmed {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function close(): void {
    setProblem(null);
    onClose();
  }

  async function run(): Promise<void> {
    setBusy(true);
    try {
      await action();
      close();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, problem, onConfirm: () => void run(), onClose: close };
}
