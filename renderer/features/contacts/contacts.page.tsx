import { Button, Pagination, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CONTACT_STATUSES,
  type Contact,
  type ContactStatus,
} from '../../../shared/contract/contacts.contract.ts';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { ContactDelete } from './contact-delete.tsx';
import { ContactDrawer } from './contact-drawer.tsx';
import { STATUS_LABELS } from './contact-labels.ts';
import { ContactTable } from './contact-table.tsx';
import { type ContactQuery, contactListOptions } from './contacts.actions.ts';
import classes from './contacts.module.css';
import { ContactsEmpty } from './contacts-empty.tsx';

export interface ContactsPageProps {
  /** What is looked for; it lives in the address, so that it can be shared and survives a reload. */
  query: ContactQuery;
  onQuery: (query: ContactQuery) => void;
  /** Opens the conversation with a contact. */
  onMessage: (contact: Contact) => Promise<void>;
}

/** Everybody the workspace knows: find, add, change, delete, write to. */
export function ContactsPage({ query, onQuery, onMessage }: ContactsPageProps) {
  const [edited, setEdited] = useState<Contact | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Contact | null>(null);
  const list = useQuery({ ...contactListOptions(query), placeholderData: keepPreviousData });
  const pagination = list.data?.pagination;
  const isFiltered = query.search !== '' || query.status !== null;

  return (
    <PageFrame
      title="Contacts"
      lead={pagination ? countLine(pagination.total, pagination.totalIsCapped ?? false, isFiltered) : ' '}
      actions={
        <Button
          leftSection={<IconPlus size={18} />}
          onClick={() => setEdited('new')}
          data-testid="contact-add"
        >
          Add contact
        </Button>
      }
    >
      <div className={classes.filters}>
        <SearchBox
          className={classes.search}
          aria-label="Search contacts"
          placeholder="Search by name or number"
          value={query.search}
          onChange={(search) => onQuery({ ...query, search, page: 1 })}
          data-testid="contact-search"
        />
        <Select
          className={classes.status}
          aria-label="Status"
          placeholder="Any status"
          clearable
          clearButtonProps={{ 'aria-label': 'Any status' }}
          data={CONTACT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }))}
          value={query.status}
          onChange={(status) => onQuery({ ...query, status: asStatus(status), page: 1 })}
        />
      </div>
      <Card>
        {list.error && !list.data ? (
          <ErrorState
            title="The contacts could not be loaded"
            message={list.error.message}
            onRetry={() => void list.refetch()}
          />
        ) : list.data?.ids.length === 0 ? (
          <ContactsEmpty
            query={query}
            onReset={() => onQuery({ search: '', status: null, page: 1 })}
            onAdd={() => setEdited('new')}
          />
        ) : (
          <ContactTable
            ids={list.data?.ids ?? null}
            isStale={list.isPlaceholderData}
            onEdit={setEdited}
            onDelete={setDeleted}
            onMessage={onMessage}
          />
        )}
      </Card>
      {pagination && pagination.totalPages > 1 && (
        <div className={classes.pages}>
          <Pagination
            total={pagination.totalPages}
            value={query.page}
            onChange={(page) => onQuery({ ...query, page })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        </div>
      )}
      <ContactDrawer subject={edited} onClose={() => setEdited(null)} />
      <ContactDelete contact={deleted} onClose={() => setDeleted(null)} />
    </PageFrame>
  );
}

function countLine(total: number, isCapped: boolean, isFiltered: boolean): string {
  const noun = total === 1 ? 'contact' : 'contacts';
  return isFiltered ? `${formatCount(total, isCapped)} matching` : `${formatCount(total, isCapped)} ${noun}`;
}

function asStatus(value: string | null): ContactStatus | null {
  return CONTACT_STATUSES.find((status) => status === value) ?? null;
}
