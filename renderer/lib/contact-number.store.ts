import { create } from 'zustand';

/** The contact whose number a person wants to correct: its card opens the field. null: none. */
export const useNumberToEdit = create<{ contactId: string | null }>(() => ({ contactId: null }));

/** Asks the card of a contact to open its number as a field. */
export function editNumber(contactId: string): void {
  useNumberToEdit.setState({ contactId });
}

/** Called when the field is closed. */
export function closeNumber(): void {
  useNumberToEdit.setState({ contactId: null });
}
