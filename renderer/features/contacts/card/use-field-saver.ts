import { useRef, useState } from 'react';
import type { UpdateContact } from '../../../../shared/contract/contacts.contract.ts';
import { formErrors } from '../../../lib/forms/form-errors.ts';
import { updateContact } from '../contacts.actions.ts';

/** The state of a field that saves on change. */
export interface FieldState {
  phase: 'idle' | 'saving' | 'saved';
  problem: string | null;
}

const IDLE: FieldState = { phase: 'idle', problem: null };
const SAVED_FOR_MS = 2_000;

/** Saves single fields of a contact, one after the other, and tracks the state of each. */
export function useFieldSaver(contactId: string) {
  const [states, setStates] = useState<Readonly<Record<string, FieldState>>>({});
  const timers = useRef<Record<string, ReturnType<typeof setTimeout>>>({});
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  function set(field: string, state: FieldState): void {
    // The timer of an earlier save would take away the error of this one.
    clearTimeout(timers.current[field]);
    setStates((before) => ({ ...before, [field]: state }));
  }

  async function run(field: string, change: UpdateContact): Promise<void> {
    try {
      await updateContact(contactId, change);
      set(field, { phase: 'saved', problem: null });
      timers.current[field] = setTimeout(() => set(field, IDLE), SAVED_FOR_MS);
    } catch (error) {
      const errors = formErrors(error, [field], { contact_phone_taken: 'phone' });
      set(field, { phase: 'idle', problem: errors.fields[field] ?? errors.general });
    }
  }

  return {
    stateOf: (field: string): FieldState => states[field] ?? IDLE,
    save: (field: string, change: UpdateContact): void => {
      set(field, { phase: 'saving', problem: null });
      queue.current = queue.current.then(() => run(field, change));
    },
  };
}
