import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadPageTexts, t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { later } from '../../../ui/overlays/later.tsx';
import { OtherDevice } from '../drafts/other-device.tsx';
import { useConversations } from '../list/conversations.store.ts';
import { reloadFailedNotes } from '../notes/notes.actions.ts';
import { useNotes } from '../notes/notes.store.ts';
import { NewerAnswer } from '../outbox/newer-answer.tsx';
import { PresenceLine } from '../presence/presence.tsx';
import { useAnnouncePresence } from '../presence/use-announce-presence.ts';
import { useThreads } from '../thread/store/threads.store.ts';
import { Composer } from './composer.tsx';
import { useComposerMode, useModeKeys } from './composer-mode.tsx';
import { useTemplateArea } from './template-area.store.ts';
import { TemplateArea } from './template-area.tsx';
import { useReplyWindow } from './use-reply-window.ts';
import { useTemplateKey } from './use-template-key.ts';
import { BlockedBanner } from './window-banner.tsx';

// Without a network there are no colleagues, so nothing lacks that could not be loaded.
const drafts = () => import('../drafts/colleague-drafts.tsx');
const ColleagueDrafts = later(async () => (await drafts()).ColleagueDrafts);
const TakenDraft = later(async () => (await drafts()).TakenDraft);

const NoteComposer = lazy(async () => ({
  default: (await import('../notes/note-composer.tsx')).NoteComposer,
}));

const AssistStrip = lazy(async () => {
  const [strip] = await Promise.all([import('../assist/assist-strip.tsx'), loadPageTexts()]);
  return { default: strip.AssistStrip };
});

/** What is written in a conversation: a reply, a template, or a private note, which needs no open window. */
export function ComposerArea({ conversationId }: { conversationId: string }) {
  const { isOpen } = useReplyWindow(conversationId);
  const isPicking = useTemplateArea(({ openIn }) => openIn === conversationId);
  const mode = useComposerMode(conversationId);
  const contact = useConversations((state) => state.byId[conversationId]?.contact);
  useTemplateKey(conversationId, !isOpen);
  useModeKeys(conversationId);
  useAnnouncePresence(conversationId);
  if (!contact) return null;
  return (
    <>
      <PresenceLine conversationId={conversationId} />
      <ColleagueDrafts key={conversationId} conversationId={conversationId} />
      <NotesProblem conversationId={conversationId} />
      <NewerAnswer conversationId={conversationId} />
      <OtherDevice conversationId={conversationId} />
      <TakenDraft conversationId={conversationId} />
      <Suspense fallback={null}>
        <AssistStrip conversationId={conversationId} />
      </Suspense>
      {mode === 'note' ? (
        <Suspense fallback={null}>
          <NoteComposer conversationId={conversationId} />
        </Suspense>
      ) : contact.blocked ? (
        <BlockedBanner conversationId={conversationId} />
      ) : isOpen && !isPicking ? (
        <Composer conversationId={conversationId} />
      ) : (
        <TemplateArea conversationId={conversationId} isForced={!isOpen} />
      )}
    </>
  );
}

/** Says that the thread may lack notes, where its messages are loaded: without a server, everything is from before. */
function NotesProblem({ conversationId }: { conversationId: string }) {
  const hasFailed = useNotes((state) => state[conversationId]?.phase === 'failed');
  const isReady = useThreads((threads) => threads[conversationId]?.phase === 'ready');
  if (!hasFailed || !isReady) return null;
  return (
    <Notice tone="warn">
      {t('inbox:notes.loadFailed')}{' '}
      <Button size="compact-xs" variant="default" onClick={() => reloadFailedNotes(conversationId)}>
        {t('actions.retry')}
      </Button>
    </Notice>
  );
}
