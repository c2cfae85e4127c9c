import { create } from 'zustand';

/** Whether somebody asked for the app's settings where there is no route to them: before the sign-in. */
export const useSettingsOpen = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

export function openSettings(): void {
  useSettingsOpen.setState({ isOpen: true });
}

export function closeSettings(): void {
  useSettingsOpen.setState({ isOpen: false });
}
