import { ActionIcon, Button } from '@mantine/core';
import { IconLock, IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useColleagues } from '../../../lib/colleagues.ts';
import { formatClock, formatFull } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { useInbox } from '../inbox-context.ts';
import { withMentions } from './mentions.ts';
import classes from './note-bubble.module.css';
import { deleteNote, retryNote } from './notes.actions.ts';
import { editNote, noteQueue, type PendingNote, useNoteEdit } from './notes.store.ts';
import type { ShownNote } from './use-thread-notes.ts';

const NoteEditor = lazy(async () => ({ default: (await import('./note-editor.tsx')).NoteEditor }));

/** A private note of the team: over the full width, yellow, with a lock and the word. */
export function NoteBubble({ note }: { note: ShownNote }) {
  const { session } = useInbox();
  const { colleagues } = useColleagues();
  const isStored = 'id' in note;
  const author = isStored ? note.author : session.user;
  const isOwn = author?.id === session.user.id;
  const isEditing = useNoteEdit(({ id }) => isStored && id === note.id);
  const mayDelete = author ? isOwn : session.user.role !== 'staff';
  const people = isStored ? note.mentions : colleagues.filter(({ id }) => note.mentions.includes(id));
  return (
    <article
      className={classes.note}
      data-state={isStored ? 'stored' : note.state}
      data-testid="note-bubble"
      data-id={isStored ? note.id : note.clientId}
    >
      <header className={classes.head}>
        <IconLock size={14} aria-hidden="true" />
        <b>{t('inbox:notes.word')}</b>
        <span className={classes.author} dir="auto">
          {isOwn ? t('inbox:notes.you') : (author?.name ?? t('inbox:notes.api'))}
        </span>
        <time dateTime={note.createdAt} title={formatFull(note.createdAt)}>
          {formatClock(note.createdAt)}
        </time>
        {isStored && note.editedAt !== null && (
          <time dateTime={note.editedAt} title={formatFull(note.editedAt)} data-testid="note-edited">
            {t('inbox:notes.edited')}
          </time>
        )}
        {isStored && !isEditing && (
          <div className={classes.actions}>
            {isOwn && (
              <Tip label={t('inbox:notes.edit')}>
                <ActionIcon
                  size={24}
                  aria-label={t('inbox:notes.edit')}
                  onClick={() => editNote(note)}
                  data-testid="note-edit"
                >
                  <IconPencil size={15} />
                </ActionIcon>
              </Tip>
            )}
            {mayDelete && <DeleteButton id={note.id} conversationId={note.conversationId} />}
          </div>
        )}
      </header>
      {isStored && isEditing ? (
        <Suspense fallback={<div className={classes.text}>{note.content}</div>}>
          <NoteEditor note={note} />
        </Suspense>
      ) : (
        <div className={classes.text} dir="auto">
          {withMentions(note.content, people).map((part) =>
            part.people.length === 0 ? (
              part.text
            ) : (
              <mark
                key={part.from}
                className={classes.mention}
                data-me={part.people.some(({ id }) => id === session.user.id) || undefined}
              >
                {part.text}
              </mark>
            ),
          )}
        </div>
      )}
      {!isStored && note.state !== 'sending' && <Problem note={note} />}
    </article>
  );
}

function Problem({ note }: { note: PendingNote }) {
  const [isAsking, setAsking] = useState(false);
  const discarding = useMutation(async () => noteQueue.remove(note.clientId));
  const isWaiting = note.state === 'waiting';
  return (
    <div className={classes.problem} data-testid={isWaiting ? 'note-waiting' : 'note-refused'}>
      {isWaiting ? t('inbox:notes.waiting') : t('inbox:notes.refused', { problem: note.problem ?? '' })}
      {!isWaiting && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => retryNote(note)}>
            {t('actions.retry')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setAsking(true)}
            data-testid="note-discard"
          >
            {t('inbox:notes.discard')}
          </Button>
          <ConfirmModal
            opened={isAsking}
            title={t('inbox:notes.discardTitle')}
            confirmLabel={t('inbox:notes.discard')}
            mutation={discarding}
            onClose={() => setAsking(false)}
          >
            {t('inbox:notes.discardText')}
          </ConfirmModal>
        </>
      )}
    </div>
  );
}

function DeleteButton({ id, conversationId }: { id: string; conversationId: string }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(() => deleteNote(conversationId, id));
  return (
    <>
      <Tip label={t('inbox:notes.delete')}>
        <ActionIcon
          size={24}
          aria-label={t('inbox:notes.delete')}
          onClick={() => setAsking(true)}
          data-testid="note-delete"
        >
          <IconTrash size={15} />
        </ActionIcon>
      </Tip>
      <ConfirmModal
        opened={isAsking}
        title={t('inbox:notes.deleteTitle')}
        confirmLabel={t('inbox:notes.deleteConfirm')}
        mutation={remove}
        onClose={() => setAsking(false)}
      >
        {t('inbox:notes.deleteText')}
      </ConfirmModal>
    </>
  );
}
