import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { contactTitle } from '../../lib/contact-title.ts';
import { formatPhone } from '../../lib/format-phone.ts';
import { ActionsCell, DataTable, SkeletonRows } from '../../ui/data-table.tsx';
import { PersonCell } from '../../ui/person-cell.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './contacts.module.css';
import { useContacts } from './contacts.store.ts';
import { StatusBadge } from './status-badge.tsx';

const COLUMNS = [
  { key: 'name', title: 'Name' },
  { key: 'phone', title: 'Number', width: 190, room: 'small' },
  { key: 'status', title: 'Status', width: 130 },
  { key: 'tags', title: 'Tags', width: 190, room: 'medium' },
  { key: 'added', title: 'Added', width: 130, room: 'large' },
] as const;

const SHOWN_TAGS = 3;

export interface ContactTableProps {
  /** The contacts of the page in order; null while the first page is on its way. */
  ids: readonly string[] | null;
  /** Another page is on its way. */
  isStale: boolean;
  onEdit: (contact: Contact) => void;
  onDelete: (contact: Contact) => void;
  onMessage: (contact: Contact) => Promise<void>;
}

/** A page of contacts. */
export function ContactTable({ ids, isStale, onEdit, onDelete, onMessage }: ContactTableProps) {
  return (
    <div className={isStale ? classes.stale : undefined} aria-busy={ids === null || isStale}>
      <DataTable label="Contacts" columns={COLUMNS} actionsWidth={100}>
        {ids === null ? (
          <SkeletonRows columns={COLUMNS} rows={8} />
        ) : (
          ids.map((id) => (
            <ContactRow key={id} id={id} onEdit={onEdit} onDelete={onDelete} onMessage={onMessage} />
          ))
        )}
      </DataTable>
    </div>
  );
}

type RowProps = Pick<ContactTableProps, 'onEdit' | 'onDelete' | 'onMessage'> & { id: string };

function ContactRow({ id, onEdit, onDelete, onMessage }: RowProps) {
  const contact = useContacts((state) => state.byId[id]);
  const [isOpening, setOpening] = useState(false);
  if (!contact) return null;
  const name = contactTitle(contact);

  async function handleMessage(): Promise<void> {
    if (!contact) return;
    setOpening(true);
    await onMessage(contact).finally(() => setOpening(false));
  }

  return (
    <tr data-testid="contact-row" data-id={id}>
      <td>
        <PersonCell name={name} seed={id}>
          <div className={classes.name} dir="auto" title={name}>
            {name}
          </div>
          {contact.email !== null && <div className={classes.email}>{contact.email}</div>}
        </PersonCell>
      </td>
      <td data-room="small" className={classes.number}>
        {contact.phone === null ? <span className={classes.soft}>None</span> : formatPhone(contact.phone)}
      </td>
      <td>
        <StatusBadge status={contact.status} />
      </td>
      <td data-room="medium">
        <Tags tags={contact.tags} />
      </td>
      <td data-room="large" className={classes.soft}>
        <RelativeTime time={contact.createdAt} inWords />
      </td>
      <ActionsCell>
        <Tooltip label={`Message ${name}`}>
          <ActionIcon
            aria-label={`Message ${name}`}
            loading={isOpening}
            onClick={handleMessage}
            data-testid="contact-message"
          >
            <IconMessage size={18} />
          </ActionIcon>
        </Tooltip>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`More for ${name}`} data-testid="contact-more">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconPencil size={16} />}
              onClick={() => onEdit(contact)}
              data-testid="contact-edit"
            >
              Edit
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTrash size={16} />}
              color="red"
              onClick={() => onDelete(contact)}
              data-testid="contact-delete"
            >
              Delete…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </ActionsCell>
    </tr>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const rest = tags.slice(SHOWN_TAGS);
  return (
    <div className={classes.tags}>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
      {rest.length > 0 && (
        <span className={classes.tag} title={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </div>
  );
}
