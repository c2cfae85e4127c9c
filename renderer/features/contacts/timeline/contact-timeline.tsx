import { Button, Skeleton, Stack, Text } from '@mantine/core';
import {
  IconArrowDownLeft,
  IconArrowsJoin2,
  IconArrowUpRight,
  IconCircleCheck,
  IconNote,
  IconPencil,
  IconSpeakerphone,
  IconUserPlus,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  ContactHistoryChange,
  TimelineItem,
} from '../../../../shared/contract/contacts/contacts-page.contract.ts';
import { CONTACT_STATUSES, MARKETING_STATES } from '../../../../shared/domain/contact-status.ts';
import { ADDED_BY, ADDED_FIELD, type AddedBy } from '../../../../shared/domain/contacts/contact-history.ts';
import { queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { workText } from '../../../lib/format/work-text.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toast.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { NextPageFailed, NotLoadedState } from '../../../ui/error-state.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { statusLabel } from '../contact-labels.ts';
import { undoMerge } from '../contacts.actions.ts';
import { fieldsOptions } from '../fields/fields.queries.ts';
import classes from './contact-timeline.module.css';

/**
 * What happened with a contact: messages, notes, changes with who made them, the work on the conversation, and broadcasts. Newest first. With
 * `only`, what is of this kind.
 */
export function ContactTimeline({
  contactId,
  only,
  empty,
}: {
  contactId: string;
  only?: TimelineItem['kind'];
  /** Shown when there is nothing. */
  empty: string;
}) {
  const list = useInfiniteQuery(
    queries.contactsPage.timeline.infiniteOptions({
      input: (cursor: string | undefined) => ({
        params: { id: contactId },
        query: { ...(only && { kind: only, limit: 5 }), ...(cursor !== undefined && { cursor }) },
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  );
  const fields = useQuery(fieldsOptions());
  const fieldName = (key: string) => fields.data?.data.find((field) => field.key === key)?.name ?? key;
  if (!list.data)
    return (
      <NotLoadedState
        title={t('contacts:timeline.loadFailed')}
        query={list}
        waiting={
          <Stack aria-busy="true">
            <Skeleton height={40} />
            <Skeleton height={40} />
            <Skeleton height={40} />
          </Stack>
        }
      />
    );
  const items = list.data.pages.flatMap(({ data }) => data);
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <Stack>
      <ol
        className={classes.list}
        aria-label={only === 'note' ? t('contacts:card.sections.notes') : t('contacts:card.sections.history')}
      >
        {items.map((item) => (
          <li key={`${item.kind} ${item.id}`} className={classes.item} data-testid="timeline-item">
            <span className={classes.icon} data-kind={item.kind}>
              <ItemIcon item={item} />
            </span>
            <div className={classes.body}>
              <div className={classes.head}>
                <span className={classes.what}>{titleOf(item)}</span>
                <span className={classes.soft}>
                  <RelativeTime time={item.at} />
                </span>
              </div>
              {item.merge?.undoUntil && <UndoMerge item={item} contactId={item.merge.contactId} />}
              {item.kind !== 'merge' && item.text !== null && item.text !== '' && (
                <div className={classes.text} dir="auto">
                  {item.text}
                </div>
              )}
              {(item.kind === 'work' || addedWay(item) !== null ? [] : item.changes).map((change) => (
                <div key={change.field} className={classes.change}>
                  <Change change={change} fieldName={fieldName} />
                </div>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <NextPageFailed query={list} />
      {list.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          data-testid="timeline-more"
        >
          {t('contacts:timeline.more')}
        </Button>
      )}
    </Stack>
  );
}

function ItemIcon({ item }: { item: TimelineItem }) {
  const { kind, direction } = item;
  if (addedWay(item) !== null) return <IconUserPlus size={16} />;
  if (kind === 'note') return <IconNote size={16} />;
  if (kind === 'change') return <IconPencil size={16} />;
  if (kind === 'work') return <IconCircleCheck size={16} />;
  if (kind === 'broadcast') return <IconSpeakerphone size={16} />;
  if (kind === 'merge') return <IconArrowsJoin2 size={16} />;
  return direction === 'inbound' ? <IconArrowDownLeft size={16} /> : <IconArrowUpRight size={16} />;
}

/** Brings a merged contact back. Whether it still can be is known to the server alone, which says why not. */
function UndoMerge({ item, contactId }: { item: TimelineItem; contactId: string }) {
  const [isOpen, setOpen] = useState(false);
  const name = mergedName(item);
  const undoing = useMutation(() => undoMerge(contactId), {
    onSuccess: () => {
      setOpen(false);
      showToast(t('contacts:timeline.undone'));
      void queryClient.invalidateQueries({ queryKey: queries.contactsPage.timeline.key() });
    },
  });
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)} data-testid="undo-merge">
        {t('contacts:timeline.undoMerge')}
      </Button>
      <ConfirmModal
        opened={isOpen}
        title={t('contacts:timeline.undoTitle', { name })}
        confirmLabel={t('contacts:timeline.undoMerge')}
        isHarmless
        mutation={undoing}
        onClose={() => setOpen(false)}
      >
        {t('contacts:timeline.undoText')}
      </ConfirmModal>
    </>
  );
}

/** Returns how the contact was added, of the item that says so. */
function addedWay({ kind, changes }: TimelineItem): AddedBy | null {
  const added = kind === 'change' ? changes.find(({ field }) => field === ADDED_FIELD) : undefined;
  return ADDED_BY.find((way) => way === added?.after) ?? null;
}

/** A merge from before the upgrade has no name either. */
function mergedName({ text }: TimelineItem): string {
  return text || t('contacts:timeline.unnamed');
}

function titleOf(item: TimelineItem): string {
  const { kind, direction, author, automatic, broadcast, status } = item;
  const name = author ?? '';
  if (kind === 'work') return workText(item);
  if (kind === 'merge')
    return author === null
      ? t('contacts:timeline.merged', { name: mergedName(item) })
      : t('contacts:timeline.mergedBy', { name: mergedName(item), author });
  if (kind === 'note')
    return author === null ? t('contacts:timeline.note') : t('contacts:timeline.noteBy', { name });
  const way = addedWay(item);
  if (way === 'message') return t('contacts:timeline.addedByMessage');
  if (way !== null && automatic) return t('contacts:timeline.addedBySelf');
  if (way !== null)
    return way === 'import'
      ? t('contacts:timeline.importedBy', { name })
      : t('contacts:timeline.addedBy', { name });
  if (kind === 'change')
    return automatic ? t('contacts:timeline.changedBySelf') : t('contacts:timeline.changedBy', { name });
  if (kind === 'broadcast')
    return status === null
      ? t('contacts:timeline.broadcastWaits', { name: broadcast })
      : t('contacts:timeline.broadcastLeftOut', { name: broadcast });
  if (direction === 'inbound') return t('contacts:timeline.received');
  if (broadcast !== null) return t('contacts:timeline.broadcast', { name: broadcast });
  const isFailed = status === 'failed';
  if (author === null) return isFailed ? t('contacts:timeline.failed') : t('contacts:timeline.sent');
  return isFailed ? t('contacts:timeline.failedBy', { name }) : t('contacts:timeline.sentBy', { name });
}

function Change({
  change: { field, before, after },
  fieldName,
}: {
  change: ContactHistoryChange;
  fieldName: (key: string) => string;
}) {
  const isNew = before === '';
  return (
    <>
      <span className={classes.soft}>{nameOf(field, fieldName)}: </span>
      {!isNew && <del dir="auto">{textOf(field, before)}</del>}
      {!isNew && ' '}
      <span dir="auto">{after === '' ? t('contacts:timeline.none') : textOf(field, after)}</span>
    </>
  );
}

const NAMED = ['name', 'phone', 'email', 'tags', 'status'] as const;

function nameOf(field: string, fieldName: (key: string) => string): string {
  const known = NAMED.find((name) => name === field);
  if (known) return t(`contacts:fields.${known}`);
  if (field === 'marketing') return t('contacts:consent.marketing');
  if (field === 'blocked') return t('contacts:consent.blocked');
  return fieldName(field.replace(/^field:/, ''));
}

function textOf(field: string, value: string): string {
  const known = CONTACT_STATUSES.find((one) => one === value);
  if (field === 'status' && known) return statusLabel(known);
  const state = MARKETING_STATES.find((one) => one === value);
  if (field === 'marketing' && state) return t(`contacts:consent.states.${state}`);
  if (field === 'phone') return formatPhone(value);
  if (value === 'true') return t('contacts:card.yes');
  return value === 'false' ? t('contacts:card.no') : value;
}
