import { ActionIcon, Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import classes from './context-pane.module.css';
import { useConversations } from './conversations.store.ts';
import { useInbox } from './inbox-context.ts';

export interface ContextPaneProps {
  conversationId: string;
  isOverlay: boolean;
  opened: boolean;
  onClose: () => void;
}

/** The right pane: who the customer is. An overlay where there is no room beside the thread. */
export function ContextPane({ conversationId, isOverlay, opened, onClose }: ContextPaneProps) {
  const { renderContact } = useInbox();
  const contactId = useConversations((state) => state.byId[conversationId]?.contact.id);
  const card = contactId === undefined ? null : renderContact(contactId);
  if (isOverlay) {
    return (
      <Drawer opened={opened} onClose={onClose} size={340} title="Contact">
        <div data-testid="context-pane">{card}</div>
      </Drawer>
    );
  }
  // An address may name a conversation that is not there: then there is nobody to show.
  if (!opened || card === null) return null;
  return (
    <aside className={classes.pane} aria-label="Contact" data-testid="context-pane">
      <div className={classes.head}>
        <h2 className={classes.title}>Contact</h2>
        <ActionIcon aria-label="Close contact" onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      <div className={classes.body}>{card}</div>
    </aside>
  );
}
