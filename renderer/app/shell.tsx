import { Outlet } from '@tanstack/react-router';
import { UpdateBanner } from '../features/updates/update-banner.tsx';
import { useDesktopLife } from './desktop/use-desktop-life.ts';
import { ConnectionBanner } from './live/connection-banner.tsx';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { useDocumentTitle } from './use-document-title.ts';
import { useWebhookNotices } from './webhook-notices.tsx';

/** The frame of the product: the rail, and the section that is open. */
export function Shell() {
  useDocumentTitle();
  useDesktopLife();
  useWebhookNotices();
  return (
    <div className={classes.shell}>
      <Rail />
      <main className={classes.main}>
        <UpdateBanner />
        <ConnectionBanner />
        <div className={classes.section}>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
