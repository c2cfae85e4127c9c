import { useEffect } from 'react';
import { create } from 'zustand';
import type { Country } from '../../shared/domain/country.ts';

interface NumberToEdit {
  /** The contact whose number a person wants to correct: its card opens the field. null: none. */
  contactId: string | null;
  /** What is in the field. Another pane shows the card when the window becomes narrow or wide. */
  typed: { phone: string; country: Country | null } | null;
}

const NONE: NumberToEdit = { contactId: null, typed: null };

/** The number that is being corrected. */
export const useNumberToEdit = create<NumberToEdit>(() => NONE);

/** Asks the card of a contact to open its number as a field. */
export function editNumber(contactId: string): void {
  useNumberToEdit.setState({ contactId, typed: null });
}

/** Keeps what was typed for the next pane that shows the field. */
export function keepNumber(typed: NumberToEdit['typed']): void {
  useNumberToEdit.setState({ typed });
}

/** Called when the field is closed. */
export function closeNumber(): void {
  useNumberToEdit.setState(NONE);
}

/** Closes the field when the contact is left: who comes back to it later has not asked to edit it. */
export function useNumberClosedOnLeave(contactId: string | null): void {
  useEffect(() => {
    if (contactId !== null) return closeNumber;
  }, [contactId]);
}
