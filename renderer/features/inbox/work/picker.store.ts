import { create } from 'zustand';

export type PickerKind = 'assign' | 'label' | 'snooze';
/** Where a picker is: below the buttons of the thread or of the bar of a selection, or at a row of the list. */
export type PickerPlace = 'thread' | 'selection' | 'row';

interface Picker {
  kind: PickerKind | null;
  place: PickerPlace;
  /** The conversations that it changes. */
  ids: readonly string[];
}

/** The picker that is open: there is one at a time. */
export const usePicker = create<Picker>(() => ({ kind: null, place: 'thread', ids: [] }));

/** Opens a picker for some conversations. */
export function openPicker(kind: PickerKind, place: PickerPlace, ids: readonly string[]): void {
  if (ids.length > 0) usePicker.setState({ kind, place, ids });
}

/** Closes the picker. */
export function closePicker(): void {
  usePicker.setState({ kind: null });
}
