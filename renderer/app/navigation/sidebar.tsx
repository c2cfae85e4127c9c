import { UnstyledButton } from '@mantine/core';
import { IconHelp, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useSavedViewsQuery } from '../../features/inbox/saved-views/saved-views.queries.ts';
import { WorkspaceSwitcher } from '../../features/workspaces/workspace-switcher.tsx';
import { useKeys } from '../../lib/commands/custom-keys.store.ts';
import { ariaKeys, withKeys } from '../../lib/commands/keys.ts';
import { useCommands } from '../../lib/commands/registry.ts';
import { isDesktop } from '../../lib/desktop/desktop.ts';
import { t } from '../../lib/i18n.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Tip } from '../../ui/overlays/tip.tsx';
import { PaletteButton } from '../commands/command-layer.tsx';
import { showPalette } from '../commands/palette.store.ts';
import { useSession } from '../use-session.ts';
import { NavFoot, NavGroups } from './nav-groups.tsx';
import classes from './sidebar.module.css';
import { toggleSidebar, useIsCollapsed } from './sidebar.store.ts';
import { showCurrent, useCurrentPath } from './use-current.ts';
import { UserMenu } from './user-menu.tsx';

/** The navigation beside the page: the pages that the person may open, in groups, and the account menu. */
export function Sidebar() {
  const isCollapsed = useIsCollapsed();
  const path = useCurrentPath();
  const pages = useRef<HTMLDivElement>(null);
  useCommands({ 'app.sidebar': toggleSidebar });
  const { data: saved, error } = useSavedViewsQuery();
  const views = saved?.data.length;
  // A page can be opened by a key or a link, while its entry is below what is in view. The saved views move it down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of the entry depends on them.
  useEffect(() => {
    if (pages.current) showCurrent(pages.current);
  }, [path, views, error]);
  return (
    <div className={classes.sidebar} data-collapsed={isCollapsed || undefined}>
      <Top isCollapsed={isCollapsed} />
      <PaletteButton isCompact={isCollapsed} />
      <nav className={classes.nav} aria-label={t('app:sections.title')}>
        <div className={classes.pages} ref={pages}>
          <NavGroups isCompact={isCollapsed} />
        </div>
        <div className={classes.foot}>
          <NavFoot isCompact={isCollapsed} />
        </div>
      </nav>
      <div className={classes.account}>
        <UserMenu isCompact={isCollapsed} />
        <HelpButton />
      </div>
    </div>
  );
}

/** Opens the shortcuts, which also lead to the documentation. */
function HelpButton() {
  const keys = useKeys('app.shortcuts');
  return (
    <Tip label={withKeys(t('app:help'), keys)} position="right">
      <UnstyledButton
        className={classes.toggle}
        onClick={() => showPalette('shortcuts')}
        aria-label={t('app:help')}
        aria-keyshortcuts={ariaKeys(keys)}
        data-testid="help"
      >
        <IconHelp size={18} stroke={1.7} aria-hidden="true" />
      </UnstyledButton>
    </Tip>
  );
}

/** The name of the workspace, or the workspaces of the desktop app, and the button that collapses the sidebar. */
function Top({ isCollapsed }: { isCollapsed: boolean }) {
  const { workspace } = useSession();
  const label = isCollapsed ? t('app:sidebar.expand') : t('app:sidebar.collapse');
  const keys = useKeys('app.sidebar');
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <>
      {isDesktop && <WorkspaceSwitcher isRow={!isCollapsed} />}
      <div className={classes.top}>
        {!isDesktop && <BrandMark size={28} />}
        {!isCollapsed && (
          <span className={classes.workspace} title={workspace.name} dir="auto">
            {workspace.name}
          </span>
        )}
        <Tip label={withKeys(label, keys)} position="right">
          <UnstyledButton
            className={classes.toggle}
            onClick={toggleSidebar}
            aria-label={label}
            aria-expanded={!isCollapsed}
            aria-keyshortcuts={ariaKeys(keys)}
            data-testid="toggle-sidebar"
          >
            <Icon size={18} stroke={1.7} aria-hidden="true" />
          </UnstyledButton>
        </Tip>
      </div>
    </>
  );
}
