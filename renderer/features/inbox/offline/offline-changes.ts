import type {
  Conversation,
  ThreadMessage,
} from '../../../../shared/contract/inbox/conversations.contract.ts';
import type { ListPosition } from '../list/conversation-order.ts';
import { useConversations } from '../list/conversations.store.ts';
import { useInboxViews, viewKey } from '../list/inbox-views.store.ts';
import { type Thread, useThreads } from '../thread/store/threads.store.ts';
import { DEFAULT_VIEW } from '../views.ts';

/** The changes in the stores since the last call of `take`. */
export interface InboxChanges {
  conversations: Conversation[];
  removedConversations: string[];
  messages: ThreadMessage[];
  forgetsMessages: boolean;
  unreadTotal: number;
  horizon: ListPosition | null;
}

export interface InboxWatch {
  /** Returns the changes since the last call; null until the list of all conversations is loaded. */
  take(): InboxChanges | null;
  /** Replaces the stored messages, which may have gaps, with the content of the stores. */
  startOver(): void;
  stop(): void;
}

let received: Map<string, ThreadMessage> | null = null;
/** Messages that were restored from disk, so they are not written again. */
const fromDisk = new WeakSet<ThreadMessage>();

/** Records a message from an event, so that it can be read offline even if its thread is not open. */
export function noteReceived(message: ThreadMessage): void {
  received?.set(message.id, message);
}

/** Marks messages that were restored from disk, so that they are not written again. */
export function noteFromDisk(messages: readonly ThreadMessage[]): void {
  for (const message of messages) fromDisk.add(message);
}

/** Collects what changes in the stores from now on. `onChange` is called often and must be cheap. */
export function watchInbox(onChange: () => void): InboxWatch {
  const messages = new Map<string, ThreadMessage>();
  received = messages;
  let written = useConversations.getState().byId;
  let forgetsMessages = false;

  function note(thread: Thread, before: readonly ThreadMessage[]): void {
    const known = new Set(before);
    for (const message of thread.messages) {
      if (!known.has(message) && !fromDisk.has(message)) messages.set(message.id, message);
    }
  }

  const stops = [
    useConversations.subscribe(onChange),
    useThreads.subscribe((threads, before) => {
      for (const [id, thread] of Object.entries(threads)) {
        const known = before[id]?.messages ?? [];
        if (thread.messages !== known) note(thread, known);
      }
      onChange();
    }),
  ];

  return {
    take() {
      const view = useInboxViews.getState()[viewKey(DEFAULT_VIEW, '')];
      if (view?.phase !== 'ready') return null;
      const { byId, unreadTotal } = useConversations.getState();
      const removed = Object.keys(written).filter((id) => !Object.hasOwn(byId, id));
      const changes: InboxChanges = {
        conversations: Object.values(byId).filter(
          (conversation) => written[conversation.id] !== conversation,
        ),
        removedConversations: removed,
        messages: [...messages.values()].filter((message) => !removed.includes(message.conversationId)),
        forgetsMessages,
        unreadTotal,
        horizon: view.horizon,
      };
      written = byId;
      forgetsMessages = false;
      messages.clear();
      return changes;
    },
    startOver() {
      forgetsMessages = true;
      messages.clear();
      for (const thread of Object.values(useThreads.getState())) note(thread, []);
      onChange();
    },
    stop() {
      for (const stop of stops) stop();
      if (received === messages) received = null;
    },
  };
}
