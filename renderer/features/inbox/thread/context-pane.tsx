import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useNumberClosedOnLeave } from '../../../lib/contact-number.store.ts';
import { t } from '../../../lib/i18n.ts';
import { LaterDrawer } from '../../../ui/overlays/later.tsx';
import { useInbox } from '../inbox-context.ts';
import { useConversations } from '../list/conversations.store.ts';
import { PaneEdge } from '../pane-edge.tsx';
import { usePaneWidth } from '../pane-width.ts';
import classes from './context-pane.module.css';

export interface ContextPaneProps {
  conversationId: string;
  isOverlay: boolean;
  opened: boolean;
  onClose: () => void;
}

/** The right pane with the contact; an overlay on narrow screens. */
export function ContextPane({ conversationId, isOverlay, opened, onClose }: ContextPaneProps) {
  const { renderContact } = useInbox();
  const [width] = usePaneWidth('contact');
  const contactId = useConversations((state) => state.byId[conversationId]?.contact.id);
  useNumberClosedOnLeave(opened && contactId !== undefined ? contactId : null);
  const card = contactId === undefined ? null : renderContact(contactId);
  if (isOverlay) {
    return (
      <LaterDrawer opened={opened} onClose={onClose} size={340} title={t('inbox:thread.contact.title')}>
        <div data-testid="context-pane">{card}</div>
      </LaterDrawer>
    );
  }
  // The conversation in the URL may not exist. There is then no contact to show.
  if (!opened || card === null) return null;
  return (
    <aside
      className={classes.pane}
      style={{ '--pane-width': `${width}px` } as CSSProperties}
      aria-label={t('inbox:thread.contact.title')}
      data-testid="context-pane"
    >
      <PaneEdge pane="contact" />
      <div className={classes.head}>
        <h2 className={classes.title}>{t('inbox:thread.contact.title')}</h2>
        <ActionIcon aria-label={t('inbox:thread.contact.close')} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      <div className={classes.body}>{card}</div>
    </aside>
  );
}
