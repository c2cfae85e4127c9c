import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PresentPerson } from '../../../../shared/events/presence.ts';
import { api } from '../../../lib/api/api.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { type Mutation, useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { setComposerMode } from '../composer/composer-mode.tsx';
import { readDraft, saveDraft } from '../composer/drafts.store.ts';
import classes from '../outbox/newer-answer.module.css';
import line from '../presence/presence.module.css';
import { useColleaguesIn } from '../presence/presence.tsx';
import { forgetTakenDraft, useTakenDrafts } from './colleague-drafts.store.ts';

/** How often the text is asked for: a draft is stored every two seconds. */
const REFRESH_MS = 2_000;

/** Below "Leo is replying": opens what colleagues are writing, which stays open while they pause. */
export function ColleagueDrafts({ conversationId }: { conversationId: string }) {
  const people = useColleaguesIn(conversationId);
  const [isOpen, setOpen] = useState(false);
  const isReplying = people.some(({ state }) => state === 'replying');
  if (people.length === 0 || (!isReplying && !isOpen)) return null;
  return (
    <>
      <div className={line.see}>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          data-testid="see-draft"
        >
          {isOpen ? t('inbox:colleagueDraft.hide') : t('inbox:colleagueDraft.see')}
        </Button>
      </div>
      {isOpen &&
        people.map((person) => (
          <ColleagueDraft
            key={person.id}
            conversationId={conversationId}
            person={person}
            onTaken={() => setOpen(false)}
          />
        ))}
    </>
  );
}

function ColleagueDraft({
  conversationId,
  person: { id: memberId, name, state },
  onTaken,
}: {
  conversationId: string;
  person: PresentPerson;
  onTaken: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const params = { conversationId, memberId };
  const { data, error, refetch } = useQuery({
    queryKey: ['colleague-draft', conversationId, memberId],
    queryFn: ({ signal }) => api.drafts.ofColleague({ params }, { signal }),
    refetchInterval: REFRESH_MS,
    gcTime: 0,
    retry: false,
  });
  const taking = useMutation(
    async (way: 'replace' | 'add') => {
      const { draft } = await api.drafts.takeOver({ params });
      if (draft === null) return false;
      const own = way === 'add' ? readDraft(conversationId) : '';
      saveDraft(conversationId, [own, draft.reply].filter((text) => text !== '').join('\n'));
      setComposerMode(conversationId, 'reply');
      return true;
    },
    { onSuccess: (isTaken) => (isTaken ? onTaken() : setAsking(false)) },
  );
  const draft = data?.draft ?? null;
  if (draft === null && state !== 'replying' && !error) return null;

  function takeOver(): void {
    if (readDraft(conversationId).trim() === '') taking.mutate('replace');
    else setAsking(true);
  }

  return (
    <section className={classes.card} data-testid="colleague-draft">
      <p className={classes.title}>
        <IconPencil size={16} aria-hidden="true" />
        {t('inbox:colleagueDraft.title', { name })}
      </p>
      {error ? (
        <Notice tone="bad" onRetry={refetch}>
          {sentenceOf(error)}
        </Notice>
      ) : (
        <div className={classes.texts}>
          <p dir="auto" data-testid="colleague-draft-text">
            {draft?.reply ?? t('inbox:colleagueDraft.none')}
          </p>
        </div>
      )}
      {taking.error !== null && <p role="alert">{taking.error}</p>}
      {isAsking ? (
        <TakeOverQuestion mutation={taking} onCancel={() => setAsking(false)} />
      ) : (
        <div className={classes.buttons}>
          <Button
            size="compact-sm"
            disabled={draft === null}
            loading={taking.isPending}
            onClick={takeOver}
            data-testid="take-over"
          >
            {t('inbox:colleagueDraft.take')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** What to do with the text that the person has written. */
function TakeOverQuestion({
  mutation,
  onCancel,
}: {
  mutation: Mutation<'replace' | 'add'>;
  onCancel: () => void;
}) {
  const { mutate, isPending } = mutation;
  return (
    <div>
      <p role="alert">{t('inbox:colleagueDraft.question')}</p>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          loading={isPending}
          onClick={() => mutate('add')}
          data-testid="take-over-add"
        >
          {t('inbox:colleagueDraft.add')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isPending}
          onClick={() => mutate('replace')}
          data-testid="take-over-replace"
        >
          {t('inbox:colleagueDraft.replace')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isPending} onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** Says that a colleague has taken over the reply that is being written here. */
export function TakenDraft({ conversationId }: { conversationId: string }) {
  const by = useTakenDrafts((taken) => taken[conversationId]);
  if (by === undefined) return null;
  const end = () => forgetTakenDraft(conversationId);
  return (
    <div role="status" data-testid="draft-taken">
      <Notice tone="warn">
        {t('inbox:colleagueDraft.taken', { name: by })}{' '}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            saveDraft(conversationId, '');
            end();
          }}
          data-testid="draft-taken-discard"
        >
          {t('inbox:colleagueDraft.discard')}
        </Button>{' '}
        <Button size="compact-xs" variant="default" onClick={end} data-testid="draft-taken-keep">
          {t('inbox:colleagueDraft.keep')}
        </Button>
      </Notice>
    </div>
  );
}
