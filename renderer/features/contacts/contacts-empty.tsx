import { Button } from '@mantine/core';
import { IconAddressBook, IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { STATUS_LABELS } from './contact-labels.ts';
import type { ContactQuery } from './contacts.actions.ts';

/** Why there are no rows, and the way on. */
export function ContactsEmpty({
  query,
  onReset,
  onAdd,
}: {
  query: ContactQuery;
  onReset: () => void;
  onAdd: () => void;
}) {
  const { search, status } = query;
  if (search !== '' || status !== null || query.page > 1) {
    return (
      <EmptyState
        icon={<IconSearchOff size={26} stroke={1.6} />}
        title="No match"
        actions={
          <Button variant="default" onClick={onReset}>
            Show all contacts
          </Button>
        }
      >
        {search === '' ? 'There is no contact here' : `No name or number contains “${search}”`}
        {status === null ? '.' : ` with the status ${STATUS_LABELS[status]}.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconAddressBook size={26} stroke={1.6} />}
      title="No contacts yet"
      actions={<Button onClick={onAdd}>Add the first one</Button>}
    >
      Everybody who writes to you is added by themselves. You can add people before that, too.
    </EmptyState>
  );
}
