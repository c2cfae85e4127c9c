import { useMediaQuery } from '@mantine/hooks';
import { create } from 'zustand';
import { localStore } from '../../lib/offline/local-store.ts';

const STORED_AS = 'sidebar';

/** Below this width, the sidebar starts collapsed, so that pages keep the room that they need. */
const ROOMY = '(min-width: 1100px)';

interface SidebarState {
  /** The person's choice for wide windows, which this device remembers. */
  isCollapsed: boolean;
  /** Whether the sidebar was expanded in a narrow window. Not remembered. */
  isExpandedNarrow: boolean;
}

export const useSidebar = create<SidebarState>(() => ({
  isCollapsed: localStore.read(STORED_AS) === 'collapsed',
  isExpandedNarrow: false,
}));

/** Collapses or expands the sidebar, and remembers the choice for wide windows. */
export function toggleSidebar(): void {
  const isRoomy = window.matchMedia(ROOMY).matches;
  const { isCollapsed, isExpandedNarrow } = useSidebar.getState();
  if (!isRoomy) {
    useSidebar.setState({ isExpandedNarrow: !isExpandedNarrow });
    return;
  }
  useSidebar.setState({ isCollapsed: !isCollapsed });
  localStore.write(STORED_AS, isCollapsed ? 'expanded' : 'collapsed');
}

/** Returns whether the sidebar shows icons alone. */
export function useIsCollapsed(): boolean {
  const isRoomy = useMediaQuery(ROOMY, window.matchMedia(ROOMY).matches, { getInitialValueInEffect: false });
  return useSidebar((state) => (isRoomy ? state.isCollapsed : !state.isExpandedNarrow));
}
