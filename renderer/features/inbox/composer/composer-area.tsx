import { useConversations } from '../list/conversations.store.ts';
import { NoteComposer } from '../notes/note-composer.tsx';
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
  if (!isKnown) return null;
  if (mode === 'note') return <NoteComposer conversationId={conversationId} />;
  return isOpen && !isPicking ? (
    <Composer conversationId={conversationId} />
  ) : (
    <TemplateArea conversationId={conversationId} isForced={!isOpen} />
  );
}
