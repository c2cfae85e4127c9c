import { create } from 'zustand';

/** What lies over the page: the palette, the sheet of shortcuts, or nothing. */
export const usePalette = create<{ open: 'palette' | 'shortcuts' | null }>(() => ({ open: null }));

/** Opens the palette or the sheet, or closes both. */
export function showPalette(open: 'palette' | 'shortcuts' | null): void {
  usePalette.setState({ open });
}
