import { useConversations } from '../list/conversations.store.ts';
import { NoteComposer } from '../notes/note-composer.tsx';
import { NewerAnswer } from '../outbox/newer-answer.tsx';
import { PresenceLine } from '../presence/presence.tsx';
import { useAnnouncePresence } from '../presence/use-announce-presence.ts';
import { Composer } from './composer.tsx';
import { useComposerMode, useModeKeys } from './composer-mode.tsx';
import { useTemplateArea } from './template-area.store.ts';
import { TemplateArea } from './template-area.tsx';
import { useReplyWindow } from './use-reply-window.ts';
import { useTemplateKey } from './use-template-key.ts';

/** What is written in a conversation: a reply, a template, or a private note, which needs no open window. */
export function ComposerArea({ conversationId }: { conversationId: string }) {
  const { isOpen } = useReplyWindow(conversationId);
  const isPicking = useTemplateArea(({ openIn }) => openIn === conversationId);
  const mode = useComposerMode(conversationId);
  const isKnown = useConversations((state) => state.byId[conversationId] !== undefined);
  useTemplateKey(conversationId, !isOpen);
  useModeKeys(conversationId);
  useAnnouncePresence(conversationId);
  if (!isKnown) return null;
  return (
    <>
      <PresenceLine conversationId={conversationId} />
      <NewerAnswer conversationId={conversationId} />
      {mode === 'note' ? (
        <NoteComposer conversationId={conversationId} />
      ) : isOpen && !isPicking ? (
        <Composer conversationId={conversationId} />
      ) : (
        <TemplateArea conversationId={conversationId} isForced={!isOpen} />
      )}
    </>
  );
}
