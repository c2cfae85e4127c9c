import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconAlertTriangleFilled } from '@tabler/icons-react';
import type { Conversation } from '../../../shared/contract/conversations.contract.ts';
import type { PendingMessage } from './outbox.store.ts';
import { isLastBounced, OUTSIDE_WINDOW } from './outside-window.ts';
import classes from './row-trouble.module.css';

/** Why somebody should look at a conversation's last message. */
export type Trouble = 'failed' | 'bounced';

/** What is wrong with the latest message, `pending` being the one that the server has not confirmed. */
export function troubleOf(conversation: Conversation, pending: PendingMessage | undefined): Trouble | null {
  if (pending) return pending.state === 'refused' ? 'failed' : null;
  if (conversation.lastMessage?.status === 'failed') return 'failed';
  return isLastBounced(conversation) ? 'bounced' : null;
}

const SIGNS = {
  failed: { Icon: IconAlertTriangleFilled, name: 'A message failed', tip: 'A message was not delivered' },
  bounced: { Icon: IconAlertTriangle, name: 'A message was not delivered', tip: OUTSIDE_WINDOW },
} as const;

/** The sign at a row's end, the same as the message's own in the thread. */
export function RowTrouble({ trouble }: { trouble: Trouble }) {
  const { Icon, name, tip } = SIGNS[trouble];
  return (
    <Tooltip label={tip}>
      <Icon size={16} className={classes.sign} data-trouble={trouble} role="img" aria-label={name} />
    </Tooltip>
  );
}
