import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ComposerArea } from '../composer/composer-area.tsx';
import { useInbox } from '../inbox-context.ts';
import { useSeenAnswers } from '../outbox/seen-answers.ts';
import { useMessageCommands } from './actions/use-message-commands.ts';
import { MessageList } from './list/message-list.tsx';
import { ThreadSkeleton } from './list/thread-states.tsx';
import { reloadThread } from './store/threads.actions.ts';
import { useThreads } from './store/threads.store.ts';
import { ThreadHeader, type ThreadHeaderProps } from './thread-header.tsx';
import { ThreadMissing } from './thread-missing.tsx';
import { useLoadedConversation } from './use-loaded-conversation.ts';
import { useMarkRead } from './use-mark-read.ts';
import { useOpenThread } from './use-open-thread.ts';

// With the thread, because a file of its own costs more on the wire than it holds.
export { PaneEdge } from '../pane-edge.tsx';

/** A conversation: its messages and the composer. */
export function ThreadPane({ conversationId, isContextOpen, onToggleContext }: ThreadHeaderProps) {
  const existence = useLoadedConversation(conversationId);
  const phase = useThreads((threads) => threads[conversationId]?.phase ?? 'loading');
  const problem = useThreads((threads) => threads[conversationId]?.problem ?? null);
  const hasMessages = useThreads((threads) => (threads[conversationId]?.messages.length ?? 0) > 0);

  useOpenThread(conversationId);
  useMessageCommands(conversationId);
  const { linkedMessageId } = useInbox();
  const hasNewer = useThreads((threads) => (threads[conversationId]?.newerCursor ?? null) !== null);
  // A link leads into the middle, and the list reports its place only after it is laid out.
  const [isListAtEnd, setAtEnd] = useState(linkedMessageId === null);
  const isAtEnd = isListAtEnd && !hasNewer;
  const [seenId, setSeen] = useState<string | null>(null);
  useMarkRead(conversationId, phase === 'ready' && isAtEnd, phase === 'ready' ? seenId : null);
  useSeenAnswers(conversationId, (phase === 'ready' || hasMessages) && isAtEnd);

  if (existence === 'missing') return <ThreadMissing conversationId={conversationId} />;
  return (
    <>
      <ThreadHeader
        conversationId={conversationId}
        isContextOpen={isContextOpen}
        onToggleContext={onToggleContext}
      />
      {phase === 'failed' && !hasMessages ? (
        <ErrorState
          title={t('inbox:thread.loadFailed')}
          message={problem ?? ''}
          onRetry={() => void reloadThread(conversationId)}
        />
      ) : phase === 'loading' && !hasMessages ? (
        <ThreadSkeleton />
      ) : (
        <MessageList conversationId={conversationId} onAtEnd={setAtEnd} onSeen={setSeen} />
      )}
      <ComposerArea conversationId={conversationId} />
    </>
  );
}
