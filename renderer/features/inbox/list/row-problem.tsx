import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconAlertTriangleFilled } from '@tabler/icons-react';
import type { Conversation } from '../../../../shared/contract/conversations.contract.ts';
import { t } from '../../../lib/i18n.ts';
import type { PendingMessage } from '../outbox/outbox.store.ts';
import { isLastBounced, outsideWindowText } from '../outbox/outside-window.ts';
import classes from './row-problem.module.css';

/** What went wrong with a conversation's last message. */
export type LastProblem = 'failed' | 'bounced';

/** What is wrong with the latest message, `pending` being the one that the server has not confirmed. */
export function problemOf(
  conversation: Conversation,
  pending: PendingMessage | undefined,
): LastProblem | null {
  if (pending) return pending.state === 'refused' ? 'failed' : null;
  if (conversation.lastMessage?.status === 'failed') return 'failed';
  return isLastBounced(conversation) ? 'bounced' : null;
}

/** The sign at a row's end, the same as the message's own in the thread. */
export function RowProblem({ problem }: { problem: LastProblem }) {
  const Icon = problem === 'failed' ? IconAlertTriangleFilled : IconAlertTriangle;
  const tip = problem === 'failed' ? t('inbox:list.problem.failedTip') : outsideWindowText();
  return (
    <Tooltip label={tip}>
      <Icon
        size={16}
        className={classes.sign}
        data-problem={problem}
        role="img"
        aria-label={t(`inbox:list.problem.${problem}`)}
      />
    </Tooltip>
  );
}
