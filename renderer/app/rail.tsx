import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useUnreadTotal } from '../features/inbox/list/use-unread-total.ts';
import { WorkspaceSwitcher } from '../features/workspaces/workspace-switcher.tsx';
import { isDesktop } from '../lib/desktop/desktop.ts';
import { formatBadge, formatUnread } from '../lib/format/format.ts';
import { t } from '../lib/i18n.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { useMayOpen } from './page-access.ts';
import classes from './rail.module.css';
import { SECTIONS } from './sections/sections.ts';
import { SettingsMenu } from './settings-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** The navigation: the pages that the person may open, and the account menu. */
export function Rail() {
  const mayOpen = useMayOpen();
  const unreadTotal = useUnreadTotal();
  return (
    <div className={classes.rail}>
      {isDesktop ? (
        <WorkspaceSwitcher />
      ) : (
        <div className={classes.mark}>
          <BrandMark size={34} />
        </div>
      )}
      <nav className={classes.sections} aria-label={t('app:sections.title')}>
        {SECTIONS.filter((section) => !('isSetting' in section) && mayOpen(section.path)).map(
          ({ path, name, icon: Icon }) => {
            const label = t(`app:sections.${name}`);
            const unread = name === 'inbox' ? unreadTotal : 0;
            const accessibleName =
              unread > 0
                ? t('app:sections.unread', {
                    section: label,
                    count: unread,
                    number: formatUnread(unread),
                  })
                : label;
            return (
              <Tooltip key={path} label={label} position="right">
                <Link
                  to={path}
                  className={classes.link}
                  aria-label={accessibleName}
                  data-testid={`nav-${name}`}
                >
                  <Icon size={22} stroke={1.7} aria-hidden="true" />
                  {unread > 0 && <span className={classes.badge}>{formatBadge(unread)}</span>}
                </Link>
              </Tooltip>
            );
          },
        )}
        <SettingsMenu />
        <div className={classes.space} />
        <UserMenu />
      </nav>
    </div>
  );
}
