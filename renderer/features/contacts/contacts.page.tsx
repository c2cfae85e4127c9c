import { Button, Group, Pagination, Select, Text } from '@mantine/core';
import {
  IconAddressBook,
  IconBan,
  IconDownload,
  IconFileImport,
  IconPlus,
  IconSearchOff,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Trans } from 'react-i18next';
import type { Contact, ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import { CONTACT_STATUSES } from '../../../shared/domain/contact-status.ts';
import type { Country } from '../../../shared/domain/country.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { showErrorToast } from '../../lib/toast.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { MutationButton } from '../../ui/mutation-button.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { ContactDrawer } from './contact-drawer.tsx';
import { statusLabel, statusOptions } from './contact-labels.ts';
import { ContactTable } from './contact-table.tsx';
import {
  ALL_CONTACTS,
  type ContactQuery,
  contactListOptions,
  deleteContact,
  tagsOptions,
} from './contacts.actions.ts';
import classes from './contacts.module.css';
import { FieldFilter } from './fields/field-filter.tsx';

const MergeDialog = lazy(async () => ({ default: (await import('./merge/merge-dialog.tsx')).MergeDialog }));

export interface ContactsPageProps {
  /** The country of phone numbers without a country code; null when the workspace has none. */
  country: Country | null;
  /** The search, kept in the URL so that it can be shared and survives a reload. */
  query: ContactQuery;
  onQuery: (query: ContactQuery) => void;
  /** Opens the imports; null for members who may neither import nor export. */
  onImport: (() => void) | null;
  /** Opens the conversation with a contact. */
  onMessage: (contact: Contact) => Promise<void>;
}

/** All contacts of the workspace: search, add, edit, delete, message. */
export function ContactsPage({ country, query, onQuery, onImport, onMessage }: ContactsPageProps) {
  const [edited, setEdited] = useState<Contact | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Contact | null>(null);
  const [merged, setMerged] = useState<Contact | null>(null);
  const list = useQuery({ ...contactListOptions(query), placeholderData: keepPreviousData });
  const pagination = list.data?.pagination;
  const isFiltered = hasFilter(query);

  return (
    <PageFrame
      title={t('contacts:page.title')}
      lead={pagination ? countLine(pagination.total, pagination.totalIsCapped ?? false, isFiltered) : NO_LINE}
      actions={
        <Group gap="xs">
          {onImport && <TransferButtons query={query} onImport={onImport} />}
          <Button
            leftSection={<IconPlus size={18} />}
            onClick={() => setEdited('new')}
            data-testid="contact-add"
          >
            {t('contacts:page.add')}
          </Button>
        </Group>
      }
    >
      <div className={classes.filters}>
        <SearchBox
          className={classes.search}
          aria-label={t('contacts:page.search')}
          placeholder={t('contacts:page.searchPlaceholder')}
          value={query.search}
          onChange={(search) => onQuery({ ...query, search, page: 1 })}
          data-testid="contact-search"
        />
        <Select
          className={classes.status}
          aria-label={t('contacts:fields.status')}
          placeholder={t('contacts:page.anyStatus')}
          clearable
          clearButtonProps={{ 'aria-label': t('contacts:page.anyStatus') }}
          data={statusOptions()}
          value={query.status}
          onChange={(status) => onQuery({ ...query, status: asStatus(status), page: 1 })}
        />
        <TagFilter tag={query.tag} onTag={(tag) => onQuery({ ...query, tag, page: 1 })} />
        <FieldFilter
          className={classes.status}
          attribute={query.attribute}
          onAttribute={(attribute) => onQuery({ ...query, attribute, page: 1 })}
        />
        <Button
          variant={query.isBlocked ? 'light' : 'default'}
          aria-pressed={query.isBlocked}
          leftSection={<IconBan size={16} />}
          onClick={() => onQuery({ ...query, isBlocked: !query.isBlocked, page: 1 })}
          data-testid="contact-blocked-filter"
        >
          {t('contacts:consent.blocked')}
        </Button>
      </div>
      <ListCard
        query={list}
        errorTitle={t('contacts:page.loadFailed')}
        empty={
          list.data?.ids.length === 0 && (
            <ContactsEmpty
              query={query}
              onReset={() => onQuery(ALL_CONTACTS)}
              onAdd={() => setEdited('new')}
            />
          )
        }
      >
        <ContactTable
          ids={list.data?.ids ?? null}
          isStale={list.isPlaceholderData}
          onTag={(tag) => onQuery({ ...query, tag, page: 1 })}
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
      <ContactDrawer subject={edited} country={country} onClose={() => setEdited(null)} />
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

/** Opens the imports, and downloads the contacts of the list. */
function TransferButtons({ query, onImport }: { query: ContactQuery; onImport: () => void }) {
  const exporting = useMutation(
    async () => (await import('./imports/imports.queries.ts')).exportContacts(query),
    { onError: (error) => showErrorToast(t('contacts:page.exportFailed'), error) },
  );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} />}
        onClick={onImport}
        data-testid="contact-import"
      >
        {t('contacts:page.import')}
      </Button>
      <MutationButton
        mutation={exporting}
        variant="default"
        leftSection={<IconDownload size={18} />}
        data-testid="contact-export"
      >
        {t('contacts:page.export')}
      </MutationButton>
    </>
  );
}

/** Chooses a tag of the contacts to show. Hidden while no contact has a tag. */
function TagFilter({ tag, onTag }: { tag: string | null; onTag: (tag: string | null) => void }) {
  const { data: tags = [] } = useQuery(tagsOptions());
  const options = tag === null || tags.includes(tag) ? tags : [...tags, tag];
  if (options.length === 0) return null;
  return (
    <Select
      className={classes.status}
      aria-label={t('contacts:page.tag')}
      placeholder={t('contacts:page.anyTag')}
      clearable
      clearButtonProps={{ 'aria-label': t('contacts:page.anyTag') }}
      searchable
      nothingFoundMessage={t('contacts:page.noTag')}
      data={options}
      value={tag}
      onChange={onTag}
      data-testid="contact-tag-filter"
    />
  );
}

/** Keeps the height of the line, so that the page does not move when the count appears. */
const NO_LINE = '\u00a0';

function countLine(total: number, isCapped: boolean, isFiltered: boolean): string {
  // The empty state below says it, and Portuguese would count 0 as singular.
  if (total === 0) return NO_LINE;
  const values = { count: total, shown: formatCount(total, isCapped) };
  return isFiltered ? t('contacts:page.matching', values) : t('contacts:page.total', values);
}

function asStatus(value: string | null): ContactStatus | null {
  return CONTACT_STATUSES.find((status) => status === value) ?? null;
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
  onReset,
  onAdd,
}: {
  query: ContactQuery;
  onReset: () => void;
  onAdd: () => void;
}) {
  if (hasFilter(query) || query.page > 1) {
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
      actions={<Button onClick={onAdd}>{t('contacts:empty.add')}</Button>}
    >
      {t('contacts:empty.body')}
    </EmptyState>
  );
}

function hasFilter({ search, status, tag, attribute, isBlocked }: ContactQuery): boolean {
  return search !== '' || status !== null || tag !== null || attribute !== null || isBlocked;
}

function noMatch({ search, status, tag, attribute, isBlocked }: ContactQuery): string {
  if (attribute !== null) return t('contacts:empty.filters');
  const isAlone = search === '' && status === null;
  if (tag !== null)
    return isAlone && !isBlocked ? t('contacts:empty.tag', { tag }) : t('contacts:empty.filters');
  if (isBlocked) return isAlone ? t('contacts:empty.blocked') : t('contacts:empty.filters');
  if (status === null)
    return search === '' ? t('contacts:empty.page') : t('contacts:empty.search', { search });
  const label = statusLabel(status);
  return search === ''
    ? t('contacts:empty.status', { status: label })
    : t('contacts:empty.searchAndStatus', { search, status: label });
}
