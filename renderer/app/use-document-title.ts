import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useUnreadTotal } from '../features/inbox/use-unread-total.ts';
import { SECTIONS } from './sections.ts';

/** Keeps the tab's title: where one is, and how much is unread. */
export function useDocumentTitle(): void {
  const unreadTotal = useUnreadTotal();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const label = SECTIONS.find(({ path }) => pathname.startsWith(path))?.label;
  const section = label ?? (pathname === '/desktop' ? 'App settings' : null);

  useEffect(() => {
    document.title = `${unreadTotal > 0 ? `(${unreadTotal}) ` : ''}${section === null ? '' : `${section} · `}Switchboard`;
    return () => {
      document.title = 'Switchboard';
    };
  }, [unreadTotal, section]);
}
