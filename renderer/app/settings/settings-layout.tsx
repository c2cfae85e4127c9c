import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { t } from '../../lib/i18n.ts';
import { useIsCollapsed } from '../navigation/sidebar.store.ts';
import { showCurrent, useCurrentPath } from '../navigation/use-current.ts';
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
  const path = useCurrentPath();
  const isStart = path === '/settings/';
  const nav = useRef<HTMLDivElement>(null);
  // A key or a link may open a page whose entry is below what is in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry depends on the path.
  useEffect(() => {
    if (nav.current) showCurrent(nav.current);
  }, [path, hasNav]);
  return (
    <div className={classes.settings}>
      {hasNav && (
        <div className={classes.nav} ref={nav}>
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
