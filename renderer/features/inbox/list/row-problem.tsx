import { IconAlertTriangle, IconAlertTriangleFilled } from '@tabler/icons-react';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Tip } from '../../../ui/overlays/tip.tsx';
import type { PendingMessage } from '../outbox/outbox.store.ts';
import { isLastBounced, outsideWindowText } from '../outbox/outside-window.ts';
import classes from './row-problem.module.css';

/** What went wrong in a conversation: a failed message that nobody has dealt with, or a bounced last one. */
export type LastProblem = 'failed' | 'bounced';

/** Returns what went wrong in a conversation: with the `pending` message, or with the stored ones. */
export function problemOf(
  conversation: Conversation,
  pending: PendingMessage | undefined,
): LastProblem | null {
  if (pending) return pending.state === 'refused' ? 'failed' : null;
  if (conversation.failedCount > 0) return 'failed';
  return isLastBounced(conversation) ? 'bounced' : null;
}

/** The icon at the end of a row, which is the same as in the thread. */
export function RowProblem({ problem }: { problem: LastProblem }) {
  const Icon = problem === 'failed' ? IconAlertTriangleFilled : IconAlertTriangle;
  const tip = problem === 'failed' ? t('inbox:list.problem.failedTip') : outsideWindowText();
  return (
    <Tip label={tip}>
      <Icon
        size={16}
        className={classes.icon}
        data-problem={problem}
        role="img"
        aria-label={t(`inbox:list.problem.${problem}`)}
      />
    </Tip>
  );
}
