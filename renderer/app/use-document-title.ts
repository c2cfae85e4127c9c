import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useUnreadTotal } from '../features/inbox/list/use-unread-total.ts';
import { t } from '../lib/i18n.ts';
import { SECTIONS } from './sections/sections.ts';

/** Sets the browser tab's title to the open page and the number of unread messages. */
export function useDocumentTitle(): void {
  const unreadTotal = useUnreadTotal();
  const page = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' });
  const name = SECTIONS.find(({ path }) => page.startsWith(path))?.name;
  const section = name ?? (page === '/desktop' ? 'desktop' : null);

  useEffect(() => {
    const place = section === null ? 'Switchboard' : `${t(`app:sections.${section}`)} · Switchboard`;
    document.title = unreadTotal > 0 ? `(${unreadTotal}) ${place}` : place;
    return () => {
      document.title = 'Switchboard';
    };
  }, [unreadTotal, section]);
}
