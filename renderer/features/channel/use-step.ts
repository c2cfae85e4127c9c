import { useState } from 'react';
import { formFaults } from '../../lib/form-errors.ts';

/** The state of a step's request: whether it runs, and its errors by field. */
export interface StepWork {
  isBusy: boolean;
  problem: string | null;
  errors: Readonly<Record<string, string>>;
  /** Runs it; a failure is kept until the next try. */
  run: (work: () => Promise<void>) => void;
  /** Clears the errors, after a field was changed. */
  clear: () => void;
}

/** Sorts what the server says of a step into its `fields`. */
export function useStep(fields: readonly string[] = []): StepWork {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  function clear(): void {
    setProblem(null);
    setErrors({});
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    clear();
    try {
      await work();
    } catch (error) {
      const found = formFaults(error, fields);
      setErrors(found.fields);
      setProblem(found.general);
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, problem, errors, run: (work) => void attempt(work), clear };
}
