import { useEffect } from 'react';
import { useUnreadTotal } from '../features/inbox/list/use-unread-total.ts';
import { DEFAULT_VIEW } from '../features/inbox/views.ts';
import { formatUnread } from '../lib/format/format.ts';
import { t } from '../lib/i18n.ts';
import { isWithin, useCurrentPath, useCurrentView } from './navigation/use-current.ts';
import { SECTIONS, SETTINGS } from './sections/sections.ts';
import { SETTINGS_PAGES } from './sections/settings-pages.ts';

/** All pages with a name, those within another one first. */
const PAGES = [...SETTINGS_PAGES, ...SECTIONS, SETTINGS];

/** Sets the browser tab's title to the open page and the number of unread messages, and marks its icon. */
export function useDocumentTitle(): void {
  const unreadTotal = useUnreadTotal();
  const path = useCurrentPath();
  const view = useCurrentView();
  const section = PAGES.find((page) => isWithin(path, page.path))?.name ?? null;

  useEffect(() => {
    const names = [
      ...(view !== null && view !== DEFAULT_VIEW ? [t(`inbox:views.${view}.name`)] : []),
      ...(section !== null ? [t(`app:sections.${section}`)] : []),
      'Switchboard',
    ];
    const place = names.join(' · ');
    document.title = unreadTotal > 0 ? `(${formatUnread(unreadTotal)}) ${place}` : place;
    return () => {
      document.title = 'Switchboard';
    };
  }, [unreadTotal, section, view]);

  const hasUnread = unreadTotal > 0;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = hasUnread ? '/favicon-unread.svg' : '/favicon.svg';
  }, [hasUnread]);
}
