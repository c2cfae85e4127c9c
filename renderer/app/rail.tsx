import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useUnreadTotal } from '../features/inbox/use-unread-total.ts';
import { WorkspaceSwitcher } from '../features/workspaces/workspace-switcher.tsx';
import { isDesktop } from '../lib/desktop.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import classes from './rail.module.css';
import { SECTIONS } from './sections.ts';
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
      <nav className={classes.sections} aria-label="Sections">
        {SECTIONS.filter((section) => permissions.includes(section.permission)).map(
          ({ path, label, testId, icon: Icon }) => {
            const unread = path === '/inbox' ? unreadTotal : 0;
            const name = unread > 0 ? `${label}, ${unread} unread` : label;
            return (
              <Tooltip key={path} label={label} position="right">
                <Link
                  to={path === '/inbox' ? '/inbox/{-$conversationId}' : path}
                  className={classes.link}
                  aria-label={name}
                  data-testid={testId}
                >
                  <Icon size={22} stroke={1.7} aria-hidden="true" />
                  {unread > 0 && <span className={classes.badge}>{unread > 99 ? '99+' : unread}</span>}
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
