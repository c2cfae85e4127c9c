import { Button, CloseButton } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type {
  AssistDraft,
  WithheldDraft,
} from '../../../../../shared/contract/assist/assist-drafts.contract.ts';
import { api, queries } from '../../../../lib/api/api.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { currentLanguage, t } from '../../../../lib/i18n.ts';
import { KeyCaps } from '../../../../ui/key-caps.tsx';
import { noteBegan, noteShown } from '../../composer/answer-start.ts';
import { saveDraft, useDrafts } from '../../composer/drafts.store.ts';
import { useConversations } from '../../list/conversations.store.ts';
import classes from '../assist.module.css';
import { AssistLine } from '../assist-line.tsx';
import { noteTaken } from '../check/text-check.ts';
import { useModelMode } from '../model-line.tsx';
import { useWriting } from '../write/write.store.ts';
import { composerOf, focusComposer } from '../write/write-panel.tsx';

type Part = 'profile' | 'chat';
const isPart = (kind: string): kind is Part => kind === 'profile' || kind === 'chat';

/** Returns the query for the draft of a conversation. An event says when there is one. */
export const draftOptions = (conversationId: string) =>
  queries.assistDrafts.get.queryOptions({
    input: { params: { id: conversationId } },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/**
 * A reply that was prepared for the customer's last message. Tab takes it into the reply; typing leaves it. It is never
 * sent by itself.
 */
export function DraftLine({ conversationId }: { conversationId: string }) {
  const isOn = useModelMode('drafts') === 'on';
  const found = useQuery({ ...draftOptions(conversationId), enabled: isOn }).data;
  const draft = found?.draft ?? null;
  const withheld = found?.withheld;
  const lastId = useConversations((state) => state.byId[conversationId]?.lastMessage?.id);
  const text = useDrafts((state) => state.byConversation[conversationId] ?? '');
  const isOpen = useWriting(({ open }) => open?.conversationId === conversationId);
  // Someone has written since, on whichever side: then it answers nothing.
  if (!isOn || text !== '' || isOpen) return null;
  if (withheld && withheld.answers === lastId)
    return <NoDraft conversationId={conversationId} withheld={withheld} />;
  if (draft === null || draft.answers !== lastId) return null;
  return <Draft key={draft.answers} conversationId={conversationId} draft={draft} />;
}

/** Forgets what is known of a conversation's draft: the person does not want it. The next message brings the next one. */
function leaveDraft(conversationId: string): void {
  queryClient.setQueryData(draftOptions(conversationId).queryKey, { draft: null });
  focusComposer(conversationId);
}

/** Says that no reply was prepared because of the language: it would have been a guess. */
function NoDraft({
  conversationId,
  withheld: { language },
}: {
  conversationId: string;
  withheld: WithheldDraft;
}) {
  const names = new Intl.DisplayNames([currentLanguage()], { type: 'language' });
  return (
    <AssistLine
      icon={<IconLanguage size={16} />}
      testId="assist-no-draft"
      dismissLabel={t('assist-text:draft.dismissReason')}
      onDismiss={() => leaveDraft(conversationId)}
    >
      {language === null
        ? t('assist-text:draft.unknownLanguage')
        : t('assist-text:draft.otherLanguage', { language: names.of(language) ?? language })}
    </AssistLine>
  );
}

function Draft({ conversationId, draft }: { conversationId: string; draft: AssistDraft }) {
  const { answers } = draft;
  const note = (was: 'shown' | 'taken' | 'dismissed') =>
    void api.assistDrafts
      .note({ params: { id: conversationId }, body: { answers, was } })
      .catch(() => undefined);

  function take(): void {
    note('taken');
    noteTaken(conversationId, draft.text);
    saveDraft(conversationId, draft.text);
    noteBegan(conversationId, { feature: 'drafts', model: draft.model });
    focusComposer(conversationId);
  }

  function dismiss(): void {
    note('dismissed');
    leaveDraft(conversationId);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft, which the key of this component names.
  useEffect(() => {
    note('shown');
    noteShown(conversationId);
  }, []);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isTab =
        event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
      if (!isTab || event.target !== composerOf(conversationId)) return;
      event.preventDefault();
      take();
    };
    document.addEventListener('keydown', handleKey, { capture: true });
    return () => document.removeEventListener('keydown', handleKey, { capture: true });
  });

  return (
    <section className={classes.line} aria-label={t('assist-text:draft.title')} data-testid="assist-draft">
      <div>
        <p className={classes.ghost} dir="auto" lang={draft.language} data-testid="assist-draft-text">
          {draft.text}
        </p>
        <p className={classes.meta}>
          <span>{t('assist-text:draft.hint')}</span>
          {draft.sources.map(({ kind, title }) => (
            <span key={`${kind} ${title}`} className={classes.chip} title={title} data-testid="assist-source">
              {title || t(`assist-text:draft.sources.${isPart(kind) ? kind : 'reply'}`)}
            </span>
          ))}
        </p>
      </div>
      <Button
        size="compact-xs"
        variant="default"
        rightSection={<KeyCaps keys="Tab" />}
        onClick={take}
        data-testid="assist-draft-take"
      >
        {t('assist-text:draft.take')}
      </Button>
      <CloseButton
        size="sm"
        aria-label={t('assist-text:draft.dismiss')}
        onClick={dismiss}
        data-testid="assist-draft-dismiss"
      />
    </section>
  );
}
