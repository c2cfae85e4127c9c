import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useUnreadTotal } from '../features/inbox/list/use-unread-total.ts';
import { t } from '../lib/i18n.ts';
import { SECTIONS } from './sections/sections.ts';

/** Keeps the tab's title: where one is, and how much is unread. */
export function useDocumentTitle(): void {
  const unreadTotal = useUnreadTotal();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const name = SECTIONS.find(({ path }) => pathname.startsWith(path))?.name;
  const section = name ?? (pathname === '/desktop' ? 'desktop' : null);

  useEffect(() => {
    const place = section === null ? 'Switchboard' : `${t(`app:sections.${section}`)} · Switchboard`;
    document.title = unreadTotal > 0 ? `(${unreadTotal}) ${place}` : place;
    return () => {
      document.title = 'Switchboard';
    };
  }, [unreadTotal, section]);
}
