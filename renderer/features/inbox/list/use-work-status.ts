import { useInbox } from '../inbox-context.ts';
import type { ListedView } from '../views.ts';
import { useConversations } from './conversations.store.ts';
import { neighbourOf } from './shown-order.ts';
import { changeStatus, type WorkStatus } from './work.actions.ts';

/** The views that show conversations of any status: theirs stay in the list. */
const OF_ANY_STATUS: readonly ListedView[] = ['failed', 'unread'];

/** Changes the status of conversations. When the open one leaves the list, the next one opens. */
export function useWorkStatus() {
  const { openId, view, onOpen, onClose } = useInbox();

  function change(id: string, next: WorkStatus): void {
    const isLeaving = id === openId && next.status !== 'open' && !OF_ANY_STATUS.includes(view);
    const following = neighbourOf(id);
    void changeStatus(id, next, () => isLeaving && onOpen(id));
    if (!isLeaving) return;
    if (following === null) onClose();
    else onOpen(following);
    document.querySelector<HTMLElement>('[role="listbox"]')?.focus({ preventScroll: true });
  }

  function toggleClosed(id: string): void {
    const isOpen = useConversations.getState().byId[id]?.status === 'open';
    change(id, { status: isOpen ? 'closed' : 'open' });
  }

  return { change, toggleClosed };
}
