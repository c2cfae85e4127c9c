import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useUnreadTotal } from '../features/inbox/list/use-unread-total.ts';
import { formatUnread } from '../lib/format/format.ts';
import { t } from '../lib/i18n.ts';
import { SECTIONS } from './sections/sections.ts';

/** The pages that only menus lead to. */
const PAGES_OF_MENUS = ['desktop', 'profile', 'workspace'] as const;

/** Sets the browser tab's title to the open page and the number of unread messages. */
export function useDocumentTitle(): void {
  const unreadTotal = useUnreadTotal();
  const page = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' });
  const name = SECTIONS.find(({ path }) => page.startsWith(path))?.name;
  const section = name ?? PAGES_OF_MENUS.find((other) => page === `/${other}`) ?? null;

  useEffect(() => {
    const place = section === null ? 'Switchboard' : `${t(`app:sections.${section}`)} · Switchboard`;
    document.title = unreadTotal > 0 ? `(${formatUnread(unreadTotal)}) ${place}` : place;
    return () => {
      document.title = 'Switchboard';
    };
  }, [unreadTotal, section]);
}
