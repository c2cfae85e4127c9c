import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useUnreadTotal } from '../features/inbox/list/use-unread-total.ts';
import { WorkspaceSwitcher } from '../features/workspaces/workspace-switcher.tsx';
import { isDesktop } from '../lib/desktop.ts';
import { formatBadge } from '../lib/format.ts';
import { t } from '../lib/i18n.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import classes from './rail.module.css';
import { SECTIONS } from './sections/sections.ts';
import { useSession } from './use-session.ts';
import { UserMenu } from './user-menu.tsx';

/** The way between the sections, and the person's own menu. */
export function Rail() {
  const { permissions } = useSession();
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
        {SECTIONS.filter((section) => permissions.includes(section.permission)).map(
          ({ path, name, testId, icon: Icon }) => {
            const label = t(`app:sections.${name}`);
            const unread = path === '/inbox' ? unreadTotal : 0;
            const words = unread > 0 ? t('app:sections.unread', { section: label, count: unread }) : label;
            return (
              <Tooltip key={path} label={label} position="right">
                <Link
                  to={path === '/inbox' ? '/inbox/{-$conversationId}' : path}
                  className={classes.link}
                  aria-label={words}
                  data-testid={testId}
                >
                  <Icon size={22} stroke={1.7} aria-hidden="true" />
                  {unread > 0 && <span className={classes.badge}>{formatBadge(unread)}</span>}
                </Link>
              </Tooltip>
            );
          },
        )}
        <div className={classes.space} />
        <UserMenu />
      </nav>
    </div>
  );
}
