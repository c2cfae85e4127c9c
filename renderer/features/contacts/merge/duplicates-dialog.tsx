import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import { api, queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { PersonCell } from '../../../ui/person-cell.tsx';
import classes from './merge-dialog.module.css';
import { MergeDialog } from './merge-dialog.tsx';

/** Contacts that may be the same person, each group with what is the same, and the way to merge them. */
export function DuplicatesDialog({
  onClose,
  onOpen,
}: {
  onClose: () => void;
  onOpen: (contact: Contact) => void;
}) {
  const [pair, setPair] = useState<{ contact: Contact; into: Contact } | null>(null);
  if (pair)
    return (
      <MergeDialog
        contact={pair.contact}
        into={pair.into}
        onClose={() => {
          refreshDuplicates();
          setPair(null);
        }}
        onOpen={onOpen}
      />
    );
  return (
    <Modal opened onClose={onClose} title={t('contact-merge:duplicates.title')} size="lg">
      <Groups onMerge={(contact, into) => setPair({ contact, into })} />
    </Modal>
  );
}

function refreshDuplicates(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queries.contactsPage.duplicates.key() });
}

function Groups({ onMerge }: { onMerge: (contact: Contact, into: Contact) => void }) {
  const list = useQuery(queries.contactsPage.duplicates.queryOptions({ input: {}, staleTime: 0 }));
  /** The group that was last found to be different people. */
  const [distinct, setDistinct] = useState<string[] | null>(null);
  const marking = useMutation(async (body: { contacts: string[]; distinct: boolean }) => {
    await api.contactsPage.markDistinct({ body });
    await refreshDuplicates();
    setDistinct(body.distinct ? body.contacts : null);
  });
  const undo = distinct && (
    <Group gap="xs" role="status">
      <Text size="sm">{t('contact-merge:duplicates.marked')}</Text>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => marking.mutate({ contacts: distinct, distinct: false })}
        data-testid="duplicates-undo"
      >
        {t('contact-merge:duplicates.undo')}
      </Button>
    </Group>
  );
  const { data } = list;
  if (!data)
    return (
      <NotLoadedState
        title={t('contact-merge:loadFailed')}
        query={list}
        waiting={<Skeleton height={120} aria-busy="true" />}
      />
    );
  if (data.data.length === 0)
    return (
      <Stack>
        {undo}
        <Text c="dimmed">{t('contact-merge:duplicates.none')}</Text>
      </Stack>
    );
  return (
    <Stack>
      {undo}
      <MutationError mutation={marking} />
      <Text size="sm" c="dimmed">
        {t('contact-merge:duplicates.hint')}
      </Text>
      {data.data.map(({ reason, contacts }) => {
        const [first, second] = contacts;
        return (
          <section
            key={contacts.map(({ id }) => id).join()}
            className={classes.group}
            data-testid="duplicates"
          >
            <Text size="sm" fw={600}>
              {reason === 'email' ? t('contact-merge:duplicates.email') : t('contact-merge:duplicates.name')}
            </Text>
            {contacts.map((one) => (
              <PersonCell key={one.id} name={contactTitle(one)} seed={one.id}>
                <div className={classes.title} dir="auto">
                  {contactTitle(one)}
                </div>
                <div className={classes.detail}>
                  <bdi dir="ltr">{one.phone === null ? '' : formatPhone(one.phone)}</bdi>
                  {one.email !== null && ` · ${one.email}`}
                </div>
              </PersonCell>
            ))}
            {first && second && (
              <Group gap="xs">
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => onMerge(second, first)}
                  data-testid="duplicates-merge"
                >
                  {t('contact-merge:duplicates.compare')}
                </Button>
                <Button
                  variant="subtle"
                  size="xs"
                  disabled={marking.isPending}
                  onClick={() => marking.mutate({ contacts: contacts.map(({ id }) => id), distinct: true })}
                  data-testid="duplicates-distinct"
                >
                  {t('contact-merge:duplicates.distinct')}
                </Button>
              </Group>
            )}
          </section>
        );
      })}
      {data.isCut && <Text size="sm">{t('contact-merge:duplicates.cut')}</Text>}
    </Stack>
  );
}
