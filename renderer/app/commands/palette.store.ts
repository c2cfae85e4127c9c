import { create } from 'zustand';
import { localStore } from '../../lib/offline/local-store.ts';

/** What lies over the page: the palette, the sheet of shortcuts, or nothing. */
export const usePalette = create<{ open: 'palette' | 'shortcuts' | null }>(() => ({ open: null }));

/** Opens the palette or the sheet, or closes both. */
export function showPalette(open: 'palette' | 'shortcuts' | null): void {
  usePalette.setState({ open });
}

const RECENT_MAX = 30;

/** Returns the ids of what a person has chosen in the palette, latest first. */
export function recentChoices(owner: string): string[] {
  try {
    const ids: unknown = JSON.parse(localStore.read(`recent.${owner}`) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Remembers a choice, on this device. */
export function rememberChoice(owner: string, id: string): void {
  const ids = [id, ...recentChoices(owner).filter((one) => one !== id)].slice(0, RECENT_MAX);
  localStore.write(`recent.${owner}`, JSON.stringify(ids));
}
