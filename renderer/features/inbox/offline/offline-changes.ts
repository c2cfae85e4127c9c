import type { Conversation, ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import type { Place } from '../list/conversation-order.ts';
import { useConversations } from '../list/conversations.store.ts';
import { useInboxViews, viewKey } from '../list/inbox-views.store.ts';
import { type Thread, useThreads } from '../thread/store/threads.store.ts';

/** What the stores took in since it was asked last. */
export interface InboxChanges {
  conversations: Conversation[];
  removedConversations: string[];
  messages: ThreadMessage[];
  forgetsMessages: boolean;
  unreadTotal: number;
  horizon: Place | null;
}

export interface InboxWatch {
  /** Null while the list of all conversations was not loaded: nothing to start from yet. */
  take(): InboxChanges | null;
  /** What was kept may have gaps: only what is in the stores now counts. */
  startOver(): void;
  stop(): void;
}

let received: Map<string, ThreadMessage> | null = null;
/** Put into the stores from disk, so they need not go there again. */
const fromDisk = new WeakSet<ThreadMessage>();

/** Notes a message that an event brought: its thread may not be open, and is readable offline all the same. */
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
      const view = useInboxViews.getState()[viewKey('all', '')];
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
