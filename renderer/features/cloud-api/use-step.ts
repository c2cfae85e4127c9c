import { useState } from 'react';
import { formFaults } from '../../lib/form-errors.ts';

/** What a step shows of its work: whether it runs, and what went wrong at which field. */
export interface StepWork {
  isBusy: boolean;
  problem: string | null;
  faults: Readonly<Record<string, string>>;
  /** Runs it; a failure is kept until the next try. */
  run: (work: () => Promise<void>) => void;
  /** A field was changed: what was said of it is old. */
  clear: () => void;
}

/** Sorts what the server says of a step into its `fields`. */
export function useStep(fields: readonly string[] = []): StepWork {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});

  function clear(): void {
    setProblem(null);
    setFaults({});
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    clear();
    try {
      await work();
    } catch (error) {
      const found = formFaults(error, fields);
      setFaults(found.fields);
      setProblem(found.general);
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, problem, faults, run: (work) => void attempt(work), clear };
}
