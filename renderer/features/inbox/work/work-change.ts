import type { ChangeConversation } from '../../../../shared/contract/inbox/change-conversation.ts';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import type { Label } from '../../../../shared/contract/inbox/labels.contract.ts';

/** A change of a conversation's work state, with the names that the screen shows at once. */
export interface WorkChange {
  status?: Conversation['status'];
  /** With the status `snoozed`. */
  snoozedUntil?: string;
  assignee?: Conversation['assignee'];
  addLabels?: readonly Label[];
  removeLabels?: readonly Label[];
  /** false marks it as read, which only undoing does. */
  unread?: boolean;
}

/** Returns a conversation as it is after a change. */
export function applied(conversation: Conversation, change: WorkChange): Conversation {
  const { status, snoozedUntil = null, assignee, addLabels = [], removeLabels = [], unread } = change;
  const isOff = ({ id }: Label) => [...addLabels, ...removeLabels].some((one) => one.id === id);
  return {
    ...conversation,
    ...(status !== undefined && { status, snoozedUntil, returnedAt: null }),
    ...(assignee !== undefined && { assignee }),
    ...(addLabels.length + removeLabels.length > 0 && {
      labels: [...conversation.labels.filter((label) => !isOff(label)), ...addLabels].sort((left, right) =>
        left.name.localeCompare(right.name),
      ),
    }),
    ...(unread === true && { unreadCount: Math.max(1, conversation.unreadCount) }),
    ...(unread === false && { unreadCount: 0 }),
  };
}

/** Returns whether a change makes a difference to a conversation. */
export function isChangedBy(conversation: Conversation, change: WorkChange): boolean {
  const { status, snoozedUntil, assignee, addLabels = [], removeLabels = [], unread } = change;
  const has = ({ id }: Label) => conversation.labels.some((label) => label.id === id);
  return (
    (status !== undefined && status !== conversation.status) ||
    (status === 'snoozed' && snoozedUntil !== conversation.snoozedUntil) ||
    (assignee !== undefined && assignee?.id !== conversation.assignee?.id) ||
    addLabels.some((label) => !has(label)) ||
    removeLabels.some(has) ||
    (unread !== undefined && unread !== conversation.unreadCount > 0)
  );
}

/**
 * Returns the change that undoes another one. A snooze that has ended by `now` cannot be restored: the
 * conversation is then open.
 */
export function undoOf(before: Conversation, change: WorkChange, now: Date): WorkChange {
  const { status, assignee, addLabels = [], removeLabels = [], unread } = change;
  const has = ({ id }: Label) => before.labels.some((label) => label.id === id);
  const added = addLabels.filter((label) => !has(label));
  const removed = removeLabels.filter(has);
  return {
    ...(status !== undefined && statusOf(before, now)),
    ...(assignee !== undefined && { assignee: before.assignee }),
    ...(removed.length > 0 && { addLabels: removed }),
    ...(added.length > 0 && { removeLabels: added }),
    ...(unread !== undefined && { unread: before.unreadCount > 0 }),
  };
}

/** Returns whether the snooze of a conversation has ended, so that undoing cannot restore it. */
export function hasSnoozeEnded({ status, snoozedUntil }: Conversation, now: Date): boolean {
  return status === 'snoozed' && (snoozedUntil === null || new Date(snoozedUntil) <= now);
}

function statusOf(before: Conversation, now: Date): WorkChange {
  if (before.status !== 'snoozed') return { status: before.status };
  if (before.snoozedUntil === null || hasSnoozeEnded(before, now)) return { status: 'open' };
  return { status: 'snoozed', snoozedUntil: before.snoozedUntil };
}

/** Returns a change as the server takes it. */
export function bodyOf(change: WorkChange): ChangeConversation {
  const { assignee, addLabels, removeLabels, unread, status, snoozedUntil } = change;
  const ids = (labels: readonly Label[]) => labels.map(({ id }) => id);
  return {
    ...(status !== undefined && { status }),
    ...(snoozedUntil !== undefined && { snoozedUntil }),
    ...(assignee !== undefined && { assigneeId: assignee?.id ?? null }),
    ...(addLabels !== undefined && { addLabels: ids(addLabels) }),
    ...(removeLabels !== undefined && { removeLabels: ids(removeLabels) }),
    ...(unread === true && { unread }),
  };
}
