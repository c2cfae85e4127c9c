import { Button, Drawer, Group, Pagination, Text } from '@mantine/core';
import { IconAddressBook, IconFileImport, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Trans } from 'react-i18next';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { CHOSEN_MAX } from '../../../shared/domain/contacts/contact-actions.ts';
import type { Country } from '../../../shared/domain/country.ts';
import { useNumberClosedOnLeave } from '../../lib/contact-number.store.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { showToast } from '../../lib/toast.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ActionList } from './bulk/action-list.tsx';
import { BulkBar, type Selection } from './bulk/bulk-bar.tsx';
import { ContactCard } from './card/contact-card.tsx';
import { ContactDrawer } from './contact-drawer.tsx';
import { contactListOptions, deleteContact } from './contacts.actions.ts';
import classes from './contacts.module.css';
import { ColumnMenu } from './list/column-menu.tsx';
import {
  ALL_CONTACTS,
  type ContactQuery,
  isFiltered,
  isSameFilter,
  NEW_CONTACT,
} from './list/contact-query.ts';
import { ContactTable } from './list/contact-table.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import { MoreMenu } from './list/more-menu.tsx';
import { SegmentTabs } from './segments/segment-tabs.tsx';

const MergeDialog = lazy(async () => ({ default: (await import('./merge/merge-dialog.tsx')).MergeDialog }));

export interface ContactsPageProps {
  /** The country of phone numbers without a country code; null when the workspace has none. */
  country: Country | null;
  /** What the list shows, kept in the URL so that it can be shared and survives a reload. */
  query: ContactQuery;
  onQuery: (query: ContactQuery) => void;
  /** Opens the imports; null for members who may neither import nor export. */
  onImport: (() => void) | null;
  /** Begins a broadcast to the chosen contacts; null for members who may not send broadcasts. */
  onBroadcast: ((contacts: string[]) => void) | null;
  /** Opens the conversation with a contact. */
  onMessage: (contact: Contact) => Promise<void>;
  /** Renders the files of a contact, which belong to another feature. */
  renderFiles: (contactId: string) => ReactNode;
}

const NOBODY: Selection = new Set();

/** All contacts of the workspace: search, filters, segments, changes of one and of many. */
export function ContactsPage({
  country,
  query,
  onQuery,
  onImport,
  onBroadcast,
  onMessage,
  renderFiles,
}: ContactsPageProps) {
  const [edited, setEdited] = useState<Contact | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Contact | null>(null);
  const [merged, setMerged] = useState<Contact | null>(null);
  const [selection, setSelection] = useState<Selection>(NOBODY);
  const [known, setKnown] = useState(query.filter);
  // With another filter, also through a link or the Back button, the same marks would stand for other contacts.
  if (!isSameFilter(known, query.filter)) {
    setKnown(query.filter);
    setSelection(NOBODY);
  }
  const [started, setStarted] = useState<readonly string[]>([]);
  const list = useQuery({ ...contactListOptions(query), placeholderData: keepPreviousData });
  const pagination = list.data?.pagination;
  // The palette opens the form by its address.
  const isAdding = query.contact === NEW_CONTACT;
  useNumberClosedOnLeave(query.contact);
  const isCapped = pagination?.totalIsCapped ?? false;
  const isNarrowed = isFiltered(query.filter) || query.page > 1;
  // The empty list has a button to add the first one.
  const hasNone = list.data?.ids.length === 0 && !isNarrowed;
  const narrow = (next: Partial<ContactQuery>) => onQuery({ ...query, ...next, page: 1 });
  const tagged = (tag: string) => narrow({ filter: { ...query.filter, tag } });

  function select(ids: readonly string[], isSelected: boolean): void {
    const known = selection === 'all' ? (list.data?.ids ?? []) : [...selection];
    const next = new Set(isSelected ? [...known, ...ids] : known.filter((id) => !ids.includes(id)));
    if (next.size > CHOSEN_MAX) showToast(t('contacts:bulk.tooMany', { number: CHOSEN_MAX }));
    else setSelection(next);
  }

  return (
    <PageFrame
      title={t('contacts:page.title')}
      lead={
        hasNone || (list.error && !pagination)
          ? undefined
          : pagination
            ? countLine(pagination.total, isCapped, isFiltered(query.filter))
            : NO_LINE
      }
      actions={
        <Group gap="xs">
          <MoreMenu
            query={query}
            total={pagination?.total ?? null}
            mayTransfer={onImport !== null}
            onMessage={onMessage}
          />
          {onImport && (
            <Button
              variant="default"
              leftSection={<IconFileImport size={18} />}
              onClick={onImport}
              data-testid="contact-import"
            >
              {t('contacts:page.import')}
            </Button>
          )}
          {!hasNone && (
            <Button
              leftSection={<IconPlus size={18} />}
              onClick={() => setEdited('new')}
              data-testid="contact-add"
            >
              {t('contacts:page.add')}
            </Button>
          )}
        </Group>
      }
    >
      <ActionList started={started} onDismiss={(id) => setStarted(started.filter((one) => one !== id))} />
      <SegmentTabs
        filter={query.filter}
        segment={query.segment}
        onSegment={({ id, filter }) => narrow({ segment: id, filter })}
      />
      <FilterBar filter={query.filter} onFilter={(filter) => narrow({ filter })}>
        <ColumnMenu />
      </FilterBar>
      {(selection === 'all' || selection.size > 0) && (
        <BulkBar
          selection={selection}
          filter={query.filter}
          total={pagination?.total ?? 0}
          isCapped={isCapped}
          isWaiting={list.isPlaceholderData || !pagination}
          mayTransfer={onImport !== null}
          onBroadcast={onBroadcast}
          onSelectAll={() => setSelection('all')}
          onClear={() => setSelection(NOBODY)}
          onStarted={(id) => {
            setSelection(NOBODY);
            setStarted([...started, id]);
          }}
        />
      )}
      <ListCard
        query={list}
        errorTitle={t('contacts:page.loadFailed')}
        empty={
          list.data?.ids.length === 0 && (
            <ContactsEmpty
              query={query}
              isNarrowed={isNarrowed}
              onReset={() => narrow(ALL_CONTACTS)}
              onAdd={() => setEdited('new')}
            />
          )
        }
      >
        <ContactTable
          ids={list.data?.ids ?? null}
          seen={list.data?.seen ?? {}}
          isStale={list.isPlaceholderData}
          sort={query.sort}
          direction={query.direction}
          selection={selection}
          onSort={(sort, direction) => onQuery({ ...query, sort, direction, page: 1 })}
          onSelect={select}
          onTag={tagged}
          onOpen={({ id }) => onQuery({ ...query, contact: id })}
          onEdit={setEdited}
          onMerge={setMerged}
          onDelete={setDeleted}
          onMessage={onMessage}
        />
      </ListCard>
      {pagination && pagination.totalPages > 1 && (
        <div className={classes.pages}>
          <Pagination
            total={pagination.totalPages}
            value={query.page}
            onChange={(page) => onQuery({ ...query, page })}
            getControlProps={(control) => ({ 'aria-label': t(`contacts:page.paging.${control}`) })}
          />
        </div>
      )}
      <Drawer
        opened={query.contact !== null && !isAdding}
        onClose={() => onQuery({ ...query, contact: null })}
        title={t('contacts:pane.title')}
        size="md"
      >
        {query.contact !== null && !isAdding && (
          <ContactCard
            contactId={query.contact}
            country={country}
            onMerged={({ id }) => onQuery({ ...query, contact: id })}
            renderFiles={renderFiles}
          />
        )}
      </Drawer>
      <ContactDrawer
        subject={isAdding ? 'new' : edited}
        country={country}
        phone={query.newPhone}
        onClose={() => (isAdding ? onQuery({ ...query, contact: null, newPhone: null }) : setEdited(null))}
      />
      {merged && (
        <Suspense>
          <MergeDialog
            contact={merged}
            onClose={() => setMerged(null)}
            onOpen={(contact) => void onMessage(contact)}
          />
        </Suspense>
      )}
      <ContactDelete contact={deleted} onClose={() => setDeleted(null)} />
    </PageFrame>
  );
}

/** Keeps the height of the line, so that the page does not move when the count appears. */
const NO_LINE = '\u00a0';

function countLine(total: number, isCapped: boolean, isNarrowed: boolean): string {
  // The empty state below says it, and Portuguese would count 0 as singular.
  if (total === 0) return NO_LINE;
  const values = { count: total, shown: formatCount(total, isCapped) };
  return isNarrowed ? t('contacts:page.matching', values) : t('contacts:page.total', values);
}

/** Confirms the deletion of a contact, and lists what is deleted with it. Null keeps it closed. */
function ContactDelete({ contact, onClose }: { contact: Contact | null; onClose: () => void }) {
  const deleting = useMutation(
    async () => {
      if (!contact) return;
      await deleteContact(contact.id);
    },
    { onSuccess: onClose },
  );

  return (
    <ConfirmModal
      opened={contact !== null}
      title={t('contacts:delete.title')}
      confirmLabel={t('contacts:delete.confirm')}
      mutation={deleting}
      onClose={onClose}
    >
      <Text>
        <Trans
          ns="contacts"
          i18nKey="delete.body"
          components={{ contact: <strong dir="auto">{contact ? contactTitle(contact) : ''}</strong> }}
        />
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        {t('contacts:delete.note')}
      </Text>
    </ConfirmModal>
  );
}

/** Explains why there are no rows, and what to do about it. */
function ContactsEmpty({
  query,
  isNarrowed,
  onReset,
  onAdd,
}: {
  query: ContactQuery;
  isNarrowed: boolean;
  onReset: () => void;
  onAdd: () => void;
}) {
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<IconSearchOff size={26} stroke={1.6} />}
        title={t('contacts:empty.filteredTitle')}
        actions={
          <Button variant="default" onClick={onReset}>
            {t('contacts:empty.showAll')}
          </Button>
        }
      >
        {noMatch(query)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconAddressBook size={26} stroke={1.6} />}
      title={t('contacts:empty.title')}
      actions={
        <Button leftSection={<IconPlus size={18} />} onClick={onAdd} data-testid="contact-add">
          {t('contacts:empty.add')}
        </Button>
      }
    >
      {t('contacts:empty.body')}
    </EmptyState>
  );
}

function noMatch({ filter }: ContactQuery): string {
  const { search, ...rest } = filter;
  if (!isFiltered(filter)) return t('contacts:empty.page');
  return search && !isFiltered(rest) ? t('contacts:empty.search', { search }) : t('contacts:empty.filters');
}
