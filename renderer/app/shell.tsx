import { Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import { UpdateBanner } from '../features/updates/update-banner.tsx';
import { t } from '../lib/i18n.ts';
import { later } from '../ui/overlays/later.tsx';
import { CommandLayer } from './commands/command-layer.tsx';
import { useDesktopIntegration } from './desktop/use-desktop-integration.ts';
import { ConnectionBanner } from './live/connection-banner.tsx';
import { BottomTabs } from './navigation/bottom-tabs.tsx';
import { Sidebar } from './navigation/sidebar.tsx';
import { useBottomNavigation } from './navigation/use-bottom-navigation.ts';
import { useIsPageAllowed } from './page-access.ts';
import { ForbiddenPage } from './sections/plain-pages.tsx';
import classes from './shell.module.css';
import { useDocumentTitle } from './use-document-title.ts';
import { useWarmUp } from './use-warm-up.ts';

const NoticeLayer = later(async () => (await import('./notices/notice-layer.tsx')).NoticeLayer);

/** The frame of the product: the navigation and the open page. The server checks permissions as well. */
export function Shell() {
  useDocumentTitle();
  useDesktopIntegration();
  const isAllowed = useIsPageAllowed();
  const hasTabs = useBottomNavigation();
  const main = useRef<HTMLElement>(null);
  useWarmUp();
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()} data-testid="skip">
        {t('app:skip')}
      </button>
      {!hasTabs && <Sidebar />}
      <main ref={main} className={classes.main} tabIndex={-1}>
        <UpdateBanner />
        <ConnectionBanner />
        <div className={classes.section}>{isAllowed ? <Outlet /> : <ForbiddenPage />}</div>
      </main>
      {hasTabs && <BottomTabs />}
      <CommandLayer />
      <NoticeLayer />
    </div>
  );
}
