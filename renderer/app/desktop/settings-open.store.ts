import { create } from 'zustand';

/** Whether the settings of the app are open before sign-in, where there are no routes. */
export const useSettingsOpen = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens the settings of the app before sign-in. */
export function openSettings(): void {
  useSettingsOpen.setState({ isOpen: true });
}

/** Closes the settings. */
export function closeSettings(): void {
  useSettingsOpen.setState({ isOpen: false });
}
