import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowMerge, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { formatPhone } from '../../lib/format/format-phone.ts';
import { t } from '../../lib/i18n.ts';
import { ActionsCell, type Column, DataTable, SkeletonRows } from '../../ui/list/data-table.tsx';
import { PersonCell } from '../../ui/person-cell.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import classes from './contacts.module.css';
import { useContacts } from './contacts.store.ts';
import { StatusBadge } from './status-badge.tsx';

const columns = (): Column[] => [
  { key: 'name', title: t('contacts:fields.name') },
  { key: 'phone', title: t('contacts:table.number'), width: 190, room: 'small' },
  { key: 'status', title: t('contacts:fields.status'), width: 130, room: 'small' },
  { key: 'tags', title: t('contacts:fields.tags'), width: 190, room: 'medium' },
  { key: 'added', title: t('contacts:table.added'), width: 130, room: 'large' },
];

const SHOWN_TAGS = 3;

export interface ContactTableProps {
  /** The contacts of the page in order; null while the first page loads. */
  ids: readonly string[] | null;
  /** Whether another page is loading. */
  isStale: boolean;
  /** Shows the contacts with a tag. */
  onTag: (tag: string) => void;
  onEdit: (contact: Contact) => void;
  onMerge: (contact: Contact) => void;
  onDelete: (contact: Contact) => void;
  onMessage: (contact: Contact) => Promise<void>;
}

/** A page of contacts. */
export function ContactTable({ ids, isStale, ...actions }: ContactTableProps) {
  return (
    <div className={isStale ? classes.stale : undefined} aria-busy={ids === null || isStale}>
      <DataTable label={t('contacts:table.label')} columns={columns()} actionsWidth={100}>
        {ids === null ? (
          <SkeletonRows columns={columns()} rows={8} />
        ) : (
          ids.map((id) => <ContactRow key={id} id={id} {...actions} />)
        )}
      </DataTable>
    </div>
  );
}

type RowProps = Omit<ContactTableProps, 'ids' | 'isStale'> & { id: string };

function ContactRow({ id, onTag, onEdit, onMerge, onDelete, onMessage }: RowProps) {
  const contact = useContacts((state) => state.byId[id]);
  const [isOpening, setOpening] = useState(false);
  if (!contact) return null;
  const name = contactTitle(contact);
  const messageLabel = t('contacts:table.message', { name });

  async function handleMessage(): Promise<void> {
    if (!contact) return;
    setOpening(true);
    await onMessage(contact).finally(() => setOpening(false));
  }

  return (
    <tr data-testid="contact-row" data-id={id}>
      <td>
        <PersonCell name={name} seed={id}>
          <div className={classes.name} title={name}>
            <span dir="auto">{name}</span>
            {contact.blocked && (
              <span className={classes.blocked} data-testid="contact-blocked">
                {t('contacts:consent.blocked')}
              </span>
            )}
          </div>
          {contact.email !== null && <div className={classes.email}>{contact.email}</div>}
          <div className={classes.folded}>
            <StatusBadge status={contact.status} />
          </div>
        </PersonCell>
      </td>
      <td data-room="small" className={classes.number}>
        {contact.phone === null ? (
          <span className={classes.soft}>{t('contacts:table.noNumber')}</span>
        ) : (
          <bdi dir="ltr">{formatPhone(contact.phone)}</bdi>
        )}
      </td>
      <td data-room="small">
        <StatusBadge status={contact.status} />
      </td>
      <td data-room="medium">
        <Tags tags={contact.tags} onTag={onTag} />
      </td>
      <td data-room="large" className={classes.soft}>
        <RelativeTime time={contact.createdAt} inWords />
      </td>
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
    </tr>
  );
}

function Tags({ tags, onTag }: { tags: readonly string[] } & Pick<ContactTableProps, 'onTag'>) {
  const rest = tags.slice(SHOWN_TAGS);
  return (
    <div className={classes.tags}>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
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
  );
}
