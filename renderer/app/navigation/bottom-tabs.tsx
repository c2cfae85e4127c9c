import { UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useUnreadTotal } from '../../features/inbox/list/use-unread-total.ts';
import { useUnreadNotifications } from '../../features/notifications/notifications.queries.ts';
import { formatBadge, formatUnread } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { useMayOpen } from '../page-access.ts';
import { SECTIONS } from '../sections/sections.ts';
import classes from './bottom-tabs.module.css';
import { MoreSheet } from './more-sheet.tsx';
import { NavAnchor } from './nav-item.tsx';
import { useAttention } from './use-attention.ts';
import { useIsCurrentSection } from './use-current.ts';

const TABS = SECTIONS.filter((section) => 'isTab' in section);

/** The navigation of a phone: tabs below the page, and a sheet with everything else. */
export function BottomTabs() {
  const mayOpen = useMayOpen();
  const isCurrent = useIsCurrentSection();
  const unread = useUnreadTotal();
  const notifications = useUnreadNotifications(mayOpen('/notifications'));
  const needsAttention = useAttention().size > 0 || notifications > 0;
  const [isOpen, setOpen] = useState(false);
  const tabs = TABS.filter(({ path }) => mayOpen(path));
  return (
    <nav className={classes.tabs} aria-label={t('app:sections.title')}>
      {tabs.map((section) => {
        const label = t(`app:sections.${section.name}`);
        const count = section.name === 'inbox' ? unread : 0;
        return (
          <NavAnchor
            key={section.name}
            to={section.path}
            className={classes.tab}
            isCurrent={isCurrent(section)}
            name={
              count > 0
                ? t('app:sections.unread', { section: label, count, number: formatUnread(count) })
                : undefined
            }
            testId={`nav-${section.name}`}
          >
            <section.icon size={21} stroke={1.7} aria-hidden="true" />
            <span className={classes.label}>{t(`app:tabs.${section.name}`)}</span>
            {count > 0 && <span className={classes.badge}>{formatBadge(count)}</span>}
          </NavAnchor>
        );
      })}
      <UnstyledButton
        className={classes.tab}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={nameOfMore(needsAttention, notifications)}
        data-current={!tabs.some(isCurrent) || undefined}
        onClick={() => setOpen(true)}
        data-testid="nav-more"
      >
        <IconMenu2 size={21} stroke={1.7} aria-hidden="true" />
        <span className={classes.label}>{t('app:tabs.more')}</span>
        {needsAttention && <span className={classes.dot} data-testid="nav-more-attention" />}
      </UnstyledButton>
      <MoreSheet opened={isOpen} onClose={() => setOpen(false)} />
    </nav>
  );
}

/** Returns the name of the button for the other pages, when something there needs attention. */
function nameOfMore(needsAttention: boolean, notifications: number): string | undefined {
  const section = t('app:tabs.more');
  if (notifications > 0)
    return t('app:notificationsIn', { section, count: notifications, number: formatUnread(notifications) });
  return needsAttention ? t('app:sections.attention', { section }) : undefined;
}
