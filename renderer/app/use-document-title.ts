import { useEffect } from 'react';
import { useUnreadTotal } from '../features/inbox/list/use-unread-total.ts';
import { DEFAULT_VIEW } from '../features/inbox/views.ts';
import { formatUnread } from '../lib/format/format.ts';
import { t } from '../lib/i18n.ts';
import { useCurrentView } from './navigation/use-current.ts';
import { usePageName } from './navigation/use-page-name.ts';

/** Sets the browser tab's title to the open page and the number of unread messages, and marks its icon. */
export function useDocumentTitle(): void {
  const unreadTotal = useUnreadTotal();
  const view = useCurrentView();
  const section = usePageName();

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
