import { useResponseRules } from '../business-hours/response-rules.ts';
import { useInbox } from '../inbox-context.ts';
import { isShownIn, viewerOf } from '../list/conversation-order.ts';
import { useConversations } from '../list/conversations.store.ts';
import { neighbourOf, shownList } from '../list/shown-order.ts';
import { holdUnread } from './held-unread.store.ts';
import { openPicker, type PickerKind } from './picker.store.ts';
import { clearSelection, select, useSelection } from './selection.store.ts';
import { changeWork } from './work.actions.ts';
import { applied, type WorkChange } from './work-change.ts';

/** Changes conversations. When the open one is done and leaves the list, the next one opens. */
export function useWork() {
  const { session, openId, onOpen, onClose } = useInbox();
  const rules = useResponseRules();

  /** `onUndo` runs when the person undoes it. */
  async function change(
    ids: readonly string[],
    next: WorkChange,
    { isQuiet = false, onUndo }: { isQuiet?: boolean; onUndo?: () => void } = {},
  ): Promise<void> {
    const isSelection = ids.some((id) => useSelection.getState().ids.has(id));
    const isLeaving = openId !== null && ids.includes(openId) && leavesList(openId, next);
    const following = isLeaving ? neighbourOf(openId, ids) : null;
    if (next.unread === true && openId !== null && ids.includes(openId)) holdUnread(openId);
    const changing = changeWork(ids, next, {
      onBack: () => isLeaving && onOpen(openId),
      isQuiet,
      ...(onUndo && { onUndo }),
    });
    if (isLeaving) {
      if (following === null) onClose();
      else onOpen(following);
      focusList();
    }
    const failed = await changing;
    if (!isSelection) return;
    // What was not changed stays selected, so that it can be tried again.
    if (failed.length > 0) select(failed);
    else if (next.status !== undefined || next.unread !== undefined) clearSelection();
  }

  function leavesList(id: string, next: WorkChange): boolean {
    const { view } = shownList();
    const conversation = useConversations.getState().byId[id];
    // A person who takes or labels the open conversation goes on with it.
    if (next.status === undefined || next.status === 'open' || !conversation) return false;
    const viewer = viewerOf(session.user.id, rules, new Date());
    return isShownIn(view, conversation, viewer) && !isShownIn(view, applied(conversation, next), viewer);
  }

  /** Closes conversations; opens them if none of them is open. */
  function toggleClosed(ids: readonly string[]): void {
    const { byId } = useConversations.getState();
    const isAnyOpen = ids.some((id) => byId[id]?.status === 'open');
    void change(ids, { status: isAnyOpen ? 'closed' : 'open' });
  }

  return { change, toggleClosed };
}

/** Opens a picker for the selection, or else for one conversation. */
export function pickFor(kind: PickerKind, id: string | null, openId: string | null): void {
  const selected = [...useSelection.getState().ids];
  if (selected.length > 0) openPicker(kind, 'selection', selected);
  else if (id !== null) openPicker(kind, id === openId ? 'thread' : 'row', [id]);
}

/** Returns the selection, or else one conversation. */
export function targetsOf(id: string | null): readonly string[] {
  const selected = [...useSelection.getState().ids];
  if (selected.length > 0) return selected;
  return id === null ? [] : [id];
}

/** Puts the focus on the list of conversations. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-testid="conversation-list"]')?.focus({ preventScroll: true });
}
