import { ActionIcon, Checkbox, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowMerge, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import type { ContactSort } from '../../../../shared/domain/contacts/contact-actions.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { t } from '../../../lib/i18n.ts';
import {
  ActionsCell,
  type Column,
  DataTable,
  OPENING_ROW,
  type Room,
  SkeletonRows,
} from '../../../ui/list/data-table.tsx';
import { PersonCell } from '../../../ui/person-cell.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import type { Selection } from '../bulk/bulk-bar.tsx';
import classes from '../contacts.module.css';
import { useContacts } from '../contacts.store.ts';
import { fieldsOptions } from '../fields/fields.queries.ts';
import { StatusBadge } from '../status-badge.tsx';
import { columnTitle } from './column-menu.tsx';
import { type ColumnKey, useColumns } from './columns.store.ts';
import type { ContactQuery } from './contact-query.ts';
import { StatusCell, TagsEdit } from './row-edit.tsx';

const SHOWN_TAGS = 3;
/** Columns further to the end are hidden first when the room gets less. */
const ROOMS: readonly Room[] = ['small', 'small', 'medium', 'large', 'wide'];
const WIDTHS: Partial<Record<ColumnKey, number>> = { phone: 170, tags: 196, email: 190, marketing: 140 };
const WIDTH = 124;
const SORTS: Partial<Record<ColumnKey, ContactSort>> = {
  ...{ phone: 'phone', status: 'status', seen: 'seen', added: 'added', changed: 'changed' },
};
/** Times are looked for from the newest, and statuses from the customers. */
const FROM_THE_FIRST: readonly ContactSort[] = ['name', 'phone'];

export interface ContactTableProps extends Pick<ContactQuery, 'sort' | 'direction'> {
  /** The contacts of the page in order; null while the first page loads. */
  ids: readonly string[] | null;
  /** When contacts last wrote, by their ids. */
  seen: Readonly<Record<string, string>>;
  /** Whether another page is loading. */
  isStale: boolean;
  selection: Selection;
  onSort: (sort: ContactSort, direction: 'asc' | 'desc') => void;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
  /** Shows the contacts with a tag. */
  onTag: (tag: string) => void;
  onOpen: (contact: Contact) => void;
  onEdit: (contact: Contact) => void;
  onMerge: (contact: Contact) => void;
  onDelete: (contact: Contact) => void;
  onMessage: (contact: Contact) => Promise<void>;
}

/** A page of contacts. */
export function ContactTable({
  ids,
  isStale,
  sort,
  direction,
  selection,
  onSort,
  onSelect,
  ...rest
}: ContactTableProps) {
  const keys = useColumns((state) => state.keys);
  const { data } = useQuery(fieldsOptions());
  const fieldName = (key: string) => data?.data.find((field) => field.key === key)?.name ?? key;
  const sortOf = (by: ContactSort | undefined): Column['sort'] =>
    by && {
      direction: by === sort ? direction : null,
      onSort: (next) => onSort(by, next),
      first: FROM_THE_FIRST.includes(by) ? 'asc' : 'desc',
    };
  const columns: Column[] = [
    { key: 'name', title: t('contacts:fields.name'), sort: sortOf('name') },
    ...keys.map((key, index): Column => {
      const room = ROOMS[index] ?? 'wide';
      const title = columnTitle(key, fieldName);
      return { key, title, room, width: WIDTHS[key] ?? WIDTH, sort: sortOf(SORTS[key]) };
    }),
  ];
  const isChosen = (id: string) => selection === 'all' || selection.has(id);
  const chosen = (ids ?? []).filter(isChosen).length;
  const lead = (
    <Checkbox
      size="xs"
      aria-label={t('contacts:table.selectPage')}
      checked={ids !== null && ids.length > 0 && chosen === ids.length}
      indeterminate={chosen > 0 && chosen < (ids?.length ?? 0)}
      disabled={ids === null}
      onChange={(event) => onSelect(ids ?? [], event.currentTarget.checked)}
      data-testid="contact-select-page"
    />
  );
  return (
    <div className={isStale ? classes.stale : undefined} aria-busy={ids === null || isStale}>
      <DataTable label={t('contacts:table.label')} columns={columns} lead={lead} actionsWidth={100}>
        {ids === null ? (
          <SkeletonRows columns={columns} rows={8} hasLead />
        ) : (
          ids.map((id) => (
            <ContactRow
              key={id}
              id={id}
              columns={columns}
              isSelected={isChosen(id)}
              onSelect={(isSelected) => onSelect([id], isSelected)}
              {...rest}
            />
          ))
        )}
      </DataTable>
    </div>
  );
}

type RowProps = Omit<
  ContactTableProps,
  'ids' | 'isStale' | 'selection' | 'onSelect' | 'sort' | 'direction' | 'onSort'
> & {
  id: string;
  columns: readonly Column[];
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
};

function ContactRow({ id, columns, isSelected, onSelect, seen, onTag, onOpen, ...actions }: RowProps) {
  const contact = useContacts((state) => state.byId[id]);
  if (!contact) return null;
  const name = contactTitle(contact);
  const [, ...further] = columns;
  return (
    <tr
      className={OPENING_ROW.row}
      data-testid="contact-row"
      data-id={id}
      data-selected={isSelected || undefined}
    >
      <td>
        <Checkbox
          className={classes.above}
          size="xs"
          aria-label={t('contacts:table.select', { name })}
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
          data-testid="contact-select"
        />
      </td>
      <td>
        <PersonCell name={name} seed={id}>
          <div className={classes.name} title={name}>
            <UnstyledButton
              className={OPENING_ROW.opener}
              onClick={() => onOpen(contact)}
              data-testid="contact-open"
            >
              <span className={classes.title} dir="auto">
                {name}
              </span>
            </UnstyledButton>
            {contact.blocked && (
              <span className={classes.blocked} data-testid="contact-blocked">
                {t('contacts:consent.blocked')}
              </span>
            )}
          </div>
          {contact.email !== null && !further.some(({ key }) => key === 'email') && (
            <div className={classes.email}>{contact.email}</div>
          )}
          <div className={classes.folded}>
            <StatusBadge status={contact.status} />
          </div>
        </PersonCell>
      </td>
      {further.map(({ key, room }) => (
        <td key={key} data-room={room}>
          <Cell column={key as ColumnKey} contact={contact} name={name} seen={seen[id]} onTag={onTag} />
        </td>
      ))}
      <RowActions contact={contact} name={name} {...actions} />
    </tr>
  );
}

interface CellProps extends Pick<ContactTableProps, 'onTag'> {
  column: ColumnKey;
  contact: Contact;
  name: string;
  seen: string | undefined;
}

function Cell({ column, contact, name, seen, onTag }: CellProps): ReactNode {
  const none = <span className={classes.soft}>–</span>;
  const time = (at: string | undefined) =>
    at === undefined ? (
      none
    ) : (
      <span className={classes.soft}>
        <RelativeTime time={at} inWords />
      </span>
    );
  if (column === 'status') return <StatusCell contact={contact} name={name} />;
  if (column === 'tags') return <Tags contact={contact} name={name} onTag={onTag} />;
  if (column === 'seen') return time(seen);
  if (column === 'added') return time(contact.createdAt);
  if (column === 'changed') return time(contact.updatedAt);
  if (column === 'email') return contact.email ?? none;
  if (column === 'marketing') return t(`contacts:consent.states.${contact.marketing}`);
  if (column === 'phone')
    return contact.phone === null ? (
      <span className={classes.soft}>{t('contacts:table.noNumber')}</span>
    ) : (
      <bdi className={classes.number} dir="ltr">
        {formatPhone(contact.phone)}
      </bdi>
    );
  const value = contact.attributes[column.slice('field:'.length)];
  if (value === undefined) return none;
  if (typeof value === 'boolean') return value ? t('contacts:card.yes') : t('contacts:card.no');
  return <span dir="auto">{String(value)}</span>;
}

function RowActions({
  contact,
  name,
  onEdit,
  onMerge,
  onDelete,
  onMessage,
}: Pick<ContactTableProps, 'onEdit' | 'onMerge' | 'onDelete' | 'onMessage'> & {
  contact: Contact;
  name: string;
}) {
  const [isOpening, setOpening] = useState(false);
  const messageLabel = t('contacts:table.message', { name });
  async function handleMessage(): Promise<void> {
    setOpening(true);
    await onMessage(contact).finally(() => setOpening(false));
  }
  return (
    <ActionsCell>
      <Tooltip label={messageLabel}>
        <ActionIcon
          aria-label={messageLabel}
          loading={isOpening}
          onClick={handleMessage}
          data-testid="contact-message"
        >
          <IconMessage size={18} />
        </ActionIcon>
      </Tooltip>
      <RowMenu label={t('contacts:table.more', { name })} testId="contact-more">
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          onClick={() => onEdit(contact)}
          data-testid="contact-edit"
        >
          {t('contacts:table.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowMerge size={16} />}
          onClick={() => onMerge(contact)}
          data-testid="contact-merge"
        >
          {t('contacts:table.merge')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          color="var(--sb-bad)"
          onClick={() => onDelete(contact)}
          data-testid="contact-delete"
        >
          {t('contacts:table.delete')}
        </Menu.Item>
      </RowMenu>
    </ActionsCell>
  );
}

function Tags({ contact, name, onTag }: Pick<CellProps, 'contact' | 'name' | 'onTag'>) {
  const rest = contact.tags.slice(SHOWN_TAGS);
  return (
    <div className={classes.tagCell}>
      <div className={classes.tags}>
        {contact.tags.slice(0, SHOWN_TAGS).map((tag) => (
          <UnstyledButton
            key={tag}
            className={classes.tag}
            dir="auto"
            title={t('contacts:table.withTag', { tag })}
            onClick={() => onTag(tag)}
          >
            {tag}
          </UnstyledButton>
        ))}
        {rest.length > 0 && (
          <span className={classes.tag} title={rest.join(', ')}>
            +{rest.length}
          </span>
        )}
      </div>
      <TagsEdit isQuiet contact={contact} name={name} />
    </div>
  );
}
