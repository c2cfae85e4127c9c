import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { t } from '../../lib/i18n.ts';
import { useIsCollapsed } from '../navigation/sidebar.store.ts';
import { useCurrentPath } from '../navigation/use-current.ts';
import classes from './settings-layout.module.css';
import { SettingsNav } from './settings-nav.tsx';

/** The widths from which a page has room for the list of pages beside it. */
const ROOM = { expanded: 1280, collapsed: 1120 } as const;

/** Returns whether the list of the settings pages is beside the page. If not, it is a page of its own. */
export function useHasSettingsNav(): boolean {
  const query = `(min-width: ${useIsCollapsed() ? ROOM.collapsed : ROOM.expanded}px)`;
  return useMediaQuery(query, window.matchMedia(query).matches, { getInitialValueInEffect: false });
}

/** The settings: the list of their pages, and the open page. */
export function SettingsLayout() {
  const hasNav = useHasSettingsNav();
  const isStart = useCurrentPath() === '/settings/';
  return (
    <div className={classes.settings}>
      {hasNav && (
        <div className={classes.nav}>
          <SettingsNav />
        </div>
      )}
      {!hasNav && !isStart && (
        <div className={classes.bar}>
          <Link to="/settings" className={classes.back} data-testid="settings-back">
            <IconChevronLeft size={16} aria-hidden="true" />
            {t('app:sections.settings')}
          </Link>
        </div>
      )}
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
