import type { Conversation } from '../../../../shared/contract/conversations.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { upsertConversations, useConversations } from './conversations.store.ts';
import { showUndoToast } from './undo-toast.tsx';
import { refreshViewCounts } from './view-counts.store.ts';

/** The status of a conversation, with the end of its snooze. */
export type WorkStatus = { status: 'open' | 'closed' } | { status: 'snoozed'; snoozedUntil: string };

/**
 * Changes the status of a conversation on screen at once, and then on the server. A toast offers to undo it;
 * `onBack` runs when it is undone or the server refuses it, and the conversation is as it was.
 */
export async function changeStatus(id: string, next: WorkStatus, onBack = () => {}): Promise<void> {
  const before = useConversations.getState().byId[id];
  if (!before) return;
  if (!(await store(before, next))) return onBack();
  showUndoToast(t(`inbox:work.done.${next.status}`), () => {
    onBack();
    const now = useConversations.getState().byId[id];
    if (now) void store(now, statusOf(before));
  });
}

/** Shows and stores a status. Returns false, with the old status back on screen, when the server refused it. */
async function store(before: Conversation, next: WorkStatus): Promise<boolean> {
  const snoozedUntil = next.status === 'snoozed' ? next.snoozedUntil : null;
  upsertConversations([{ ...before, status: next.status, snoozedUntil, returnedAt: null }]);
  try {
    upsertConversations([await api.conversations.change({ params: { id: before.id }, body: next })]);
    return true;
  } catch (error) {
    restore(before);
    showErrorToast(t('inbox:work.failed'), error);
    return false;
  } finally {
    refreshViewCounts();
  }
}

/** Puts the old status back, unless the server has reported a newer one meanwhile. */
function restore({ id, status, snoozedUntil, returnedAt, updatedAt }: Conversation): void {
  const now = useConversations.getState().byId[id];
  if (now?.updatedAt === updatedAt) upsertConversations([{ ...now, status, snoozedUntil, returnedAt }]);
}

function statusOf({ status, snoozedUntil }: Conversation): WorkStatus {
  if (status !== 'snoozed') return { status };
  return snoozedUntil === null ? { status: 'open' } : { status, snoozedUntil };
}
