import { create } from 'zustand';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { CHANGED_AT_ONCE_MAX } from '../../../../shared/domain/message-limits.ts';
import { api } from '../../../lib/api/api.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n.ts';
import { onLeave, whileHere } from '../../../lib/on-leave.ts';
import { showErrorToast, showToast } from '../../../lib/toast.ts';
import { upsertConversations, useConversations } from '../list/conversations.store.ts';
import { refreshViewCounts } from '../list/view-counts.store.ts';
import { showUndoToast } from './undo-toast.tsx';
import { applied, bodyOf, hasSnoozeEnded, isChangedBy, undoOf, type WorkChange } from './work-change.ts';

/** How far a change of many conversations is; null when none runs. */
export const useWorkProgress = create<{ done: number; total: number } | { total: null }>(() => ({
  total: null,
}));
onLeave(() => useWorkProgress.setState({ total: null }, true));

export interface ChangeOptions {
  /**
   * Leads back to where the person was, when they undo the change. A refusal comes seconds later and leads nowhere: by
   * then the person may be writing to another customer.
   */
  onBack?: () => void;
  /** Runs when the change is undone. */
  onUndo?: () => void;
  /** Leaves out the toast that offers to undo it. */
  isQuiet?: boolean;
}

/**
 * Changes conversations on screen at once, and then on the server. A toast offers to undo it. Returns the ids of
 * those that were not changed, which are then as they were.
 */
export async function changeWork(
  ids: readonly string[],
  change: WorkChange,
  { onBack = () => {}, onUndo = () => {}, isQuiet = false }: ChangeOptions = {},
): Promise<string[]> {
  const before = knownOf(ids).filter((conversation) => isChangedBy(conversation, change));
  if (before.length === 0) return [];
  const failed = await store(before, change);
  const changed = before.filter(({ id }) => !failed.includes(id));
  if (changed.length > 0 && !isQuiet)
    showUndoToast(doneText(change, changed.length), () => {
      undo(changed, change, onBack);
      onUndo();
    });
  return failed;
}

/** Restores what a change has replaced, in one request for conversations that were alike. */
function undo(before: readonly Conversation[], change: WorkChange, onBack: () => void): void {
  onBack();
  const now = new Date();
  const groups = new Map<string, { ids: string[]; back: WorkChange }>();
  for (const conversation of before) {
    const back = undoOf(conversation, change, now);
    const key = JSON.stringify(back);
    groups.set(key, { back, ids: [...(groups.get(key)?.ids ?? []), conversation.id] });
  }
  for (const { ids, back } of groups.values()) void store(knownOf(ids), back);
  const ended = change.status === undefined ? 0 : before.filter((one) => hasSnoozeEnded(one, now)).length;
  if (ended > 0) showToast(t('inbox:work.snoozeEnded', { count: ended }));
}

/** Shows and stores a change. Returns the ids that the server refused, with their old state back on screen. */
async function store(before: readonly Conversation[], change: WorkChange): Promise<string[]> {
  upsertConversations(before.map((conversation) => applied(conversation, change)));
  const failures: Failure[] = [];
  try {
    for await (const failed of send(before, change)) failures.push(...failed);
  } finally {
    if (before.length > 1) useWorkProgress.setState({ total: null }, true);
    refreshViewCounts();
  }
  const [first] = failures;
  if (first === undefined) return [];
  const failed = failures.map(({ id }) => id);
  restore(before.filter(({ id }) => failed.includes(id)));
  showErrorToast(t('inbox:work.failed', { count: failures.length }), first.reason);
  return failed;
}

interface Failure {
  id: string;
  reason: unknown;
}

/** Sends a change, one hundred conversations at a time, and yields the failures of each request. */
async function* send(before: readonly Conversation[], change: WorkChange): AsyncGenerator<Failure[]> {
  const ids = before.map(({ id }) => id);
  const atOnce = change.unread === false || ids.length === 1 ? 1 : CHANGED_AT_ONCE_MAX;
  for (let done = 0; done < ids.length; done += atOnce) {
    if (ids.length > atOnce) useWorkProgress.setState({ done, total: ids.length }, true);
    const some = ids.slice(done, done + atOnce);
    try {
      const { data, failed } = await whileHere(request(some, change));
      upsertConversations(data);
      yield failed.map(({ id, message }) => ({ id, reason: message }));
    } catch (reason) {
      // The others would fail for the same reason.
      yield ids.slice(done).map((id) => ({ id, reason }));
      return;
    }
  }
}

async function request(ids: readonly string[], change: WorkChange) {
  const [id = '', ...others] = ids;
  if (others.length > 0)
    return api.conversations.changeMany({ body: { ids: [...ids], change: bodyOf(change) } });
  const params = { id };
  const conversation =
    change.unread === false
      ? await api.conversations.markRead({ params })
      : await api.conversations.change({ params, body: bodyOf(change) });
  return { data: [conversation], failed: [] };
}

/** Puts the old state back, unless the server has reported a newer one meanwhile. */
function restore(before: readonly Conversation[]): void {
  const { byId } = useConversations.getState();
  upsertConversations(before.filter(({ id, updatedAt }) => byId[id]?.updatedAt === updatedAt));
}

/** Takes a conversation out of the failed view until another message fails. */
export async function dismissFailures(id: string): Promise<void> {
  const [before] = knownOf([id]);
  if (!before) return;
  upsertConversations([{ ...before, failedCount: 0 }]);
  try {
    upsertConversations([await whileHere(api.conversations.dismissFailures({ params: { id } }))]);
  } catch (error) {
    restore([before]);
    showErrorToast(t('inbox:work.failed', { count: 1 }), sentenceOf(error));
  } finally {
    refreshViewCounts();
  }
}

function knownOf(ids: readonly string[]): Conversation[] {
  const { byId } = useConversations.getState();
  return ids.flatMap((id) => byId[id] ?? []);
}

/** Returns what a toast says after a change of `count` conversations. */
function doneText(change: WorkChange, count: number): string {
  const { status, assignee, addLabels = [], removeLabels = [] } = change;
  if (status !== undefined) return t(`inbox:work.done.${status}`, { count });
  if (assignee) return t('inbox:work.done.assigned', { count, name: assignee.name });
  if (assignee === null) return t('inbox:work.done.unassigned', { count });
  const [added] = addLabels;
  if (added) return t('inbox:work.done.labelled', { count, name: added.name });
  const [removed] = removeLabels;
  if (removed) return t('inbox:work.done.unlabelled', { count, name: removed.name });
  return t('inbox:work.done.unread', { count });
}
