import { Outlet } from '@tanstack/react-router';
import { UpdateBanner } from '../features/updates/update-banner.tsx';
import { useDesktopIntegration } from './desktop/use-desktop-integration.ts';
import { ConnectionBanner } from './live/connection-banner.tsx';
import { useIsPageAllowed } from './page-access.ts';
import { Rail } from './rail.tsx';
import { ForbiddenPage } from './sections/plain-pages.tsx';
import classes from './shell.module.css';
import { useDocumentTitle } from './use-document-title.ts';
import { useWebhookNotices } from './webhook-notices.tsx';

/** The frame of the product: the navigation and the open page. The server checks permissions as well. */
export function Shell() {
  useDocumentTitle();
  useDesktopIntegration();
  useWebhookNotices();
  const isAllowed = useIsPageAllowed();
  return (
    <div className={classes.shell}>
      <Rail />
      <main className={classes.main}>
        <UpdateBanner />
        <ConnectionBanner />
        <div className={classes.section}>{isAllowed ? <Outlet /> : <ForbiddenPage />}</div>
      </main>
    </div>
  );
}
