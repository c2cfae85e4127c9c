import { useState } from 'react';
import { formFaults } from './form-errors.ts';

/** What a form needs to know about the work of saving it. */
export interface FormSave {
  isBusy: boolean;
  /** What went wrong with the last try and belongs to no field, or null. */
  problem: string | null;
  /** Runs `work`; what it throws is shown at the form's fields or as `problem`. */
  run: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Saves a form and sorts what went wrong into its fields. `codes` names the field that a whole error is about,
 * such as a phone number that is taken. `onFailed` is called for every failure.
 */
export function useFormSave(
  form: { setErrors: (errors: Record<string, string>) => void },
  fields: readonly string[],
  { codes, onFailed }: { codes?: Readonly<Record<string, string>>; onFailed?: (error: unknown) => void } = {},
): FormSave {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      const errors = formFaults(error, fields, codes);
      form.setErrors(errors.fields);
      setProblem(errors.general);
      onFailed?.(error);
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, problem, run };
}
