import { create } from 'zustand';

/** What of a bubble is open: its menu, or the choice of a reaction. */
type OpenPart = 'menu' | 'reactions';

interface BubbleActions {
  /** The message under the pointer or with the focus; its bubble shows the toolbar. */
  activeId: string | null;
  open: OpenPart | null;
}

/** One bubble at most has a toolbar, so a long thread has no hidden buttons. */
export const useBubbleActions = create<BubbleActions>(() => ({ activeId: null, open: null }));

/** Shows the toolbar of a message. */
export function activateBubble(id: string): void {
  const { activeId, open } = useBubbleActions.getState();
  if (activeId !== id && open === null) useBubbleActions.setState({ activeId: id });
}

/** Hides the toolbar of a message, unless something of it is open. */
export function deactivateBubble(id: string): void {
  const { activeId, open } = useBubbleActions.getState();
  if (activeId === id && open === null) useBubbleActions.setState({ activeId: null });
}

/** Opens the menu or the reactions of a message. */
export function openOfBubble(id: string, open: OpenPart): void {
  useBubbleActions.setState({ activeId: id, open });
}

/** Closes what is open. */
export function closeOfBubble(): void {
  useBubbleActions.setState({ open: null });
}
