import { Kbd } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { formatUnread } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useConversations } from '../list/conversations.store.ts';
import classes from './nothing-open.module.css';

const ICON = <IconMessages size={26} stroke={1.6} />;

/** Shown in place of the thread while no conversation is open. */
export function NothingOpen() {
  const unreadTotal = useConversations((state) => state.unreadTotal);
  const isEmpty = useConversations((state) => Object.keys(state.byId).length === 0);
  if (isEmpty) return <EmptyState icon={ICON} title={t('inbox:thread.nothingOpen.empty')} />;
  return (
    <EmptyState
      icon={ICON}
      title={
        unreadTotal > 0
          ? t('inbox:thread.nothingOpen.unread', {
              count: unreadTotal,
              number: formatUnread(unreadTotal),
            })
          : t('inbox:thread.nothingOpen.caughtUp')
      }
    >
      <p>{t('inbox:thread.nothingOpen.hint')}</p>
      <p className={classes.keys}>
        <span>
          <Kbd>J</Kbd> <Kbd>K</Kbd> {t('inbox:thread.nothingOpen.move')}
        </span>
        <span>
          <Kbd>Enter</Kbd> {t('inbox:thread.nothingOpen.open')}
        </span>
        <span>
          <Kbd>R</Kbd> {t('inbox:thread.nothingOpen.reply')}
        </span>
        <span>
          <Kbd>/</Kbd> {t('inbox:thread.nothingOpen.search')}
        </span>
      </p>
    </EmptyState>
  );
}
