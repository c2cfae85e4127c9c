import { Button, CloseButton, Menu, Modal, TagsInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  IconDownload,
  IconProgressCheck,
  IconSpeakerphone,
  IconTag,
  IconTagOff,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactFilter } from '../../../../shared/contract/contact-filter.ts';
import type {
  ContactChoice,
  ContactsChange,
} from '../../../../shared/contract/contacts/contacts-page.contract.ts';
import { CONTACT_STATUSES } from '../../../../shared/domain/contact-status.ts';
import { tagsOptions } from '../../../lib/api/contact-tags.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { statusLabel } from '../contact-labels.ts';
import { changeContacts, deleteContacts } from './actions.queries.ts';
import classes from './bulk.module.css';

/** The contacts that are chosen: some, or all that pass the filter. */
export type Selection = ReadonlySet<string> | 'all';

export interface BulkBarProps {
  selection: Selection;
  filter: ContactFilter;
  total: number;
  isCapped: boolean;
  /** Whether the total is not known yet, or is that of another filter. */
  isWaiting: boolean;
  /** Whether the member may export and delete many contacts. */
  mayTransfer: boolean;
  /** Begins a broadcast to the chosen contacts; null for members who may not send broadcasts. */
  onBroadcast: ((contacts: string[]) => void) | null;
  onSelectAll: () => void;
  onClear: () => void;
  /** A change of the contacts has started. */
  onStarted: (id: string) => void;
}

/** What can be done with the chosen contacts. */
export function BulkBar({
  selection,
  filter,
  total,
  isCapped,
  isWaiting,
  mayTransfer,
  onBroadcast,
  onSelectAll,
  onClear,
  onStarted,
}: BulkBarProps) {
  const [asked, setAsked] = useState<'add_tags' | 'remove_tags' | 'delete' | null>(null);
  const isAll = selection === 'all';
  const count = isAll ? total : selection.size;
  const number = formatCount(count, isAll && isCapped);
  const choice: ContactChoice = isAll ? { filter } : { contacts: [...selection] };
  const started = (id: string) => {
    setAsked(null);
    onStarted(id);
  };
  const changing = useMutation((change: ContactsChange) => changeContacts(choice, change), {
    onSuccess: started,
    onError: (error) => showErrorToast(t('contacts:bulk.failed'), error),
  });
  const exporting = useMutation(
    async () => {
      const { exportContacts } = await import('../imports/imports.queries.ts');
      await exportContacts(isAll ? filter : { contacts: [...selection] });
    },
    { onError: (error) => showErrorToast(t('contacts:page.exportFailed'), error) },
  );
  return (
    <fieldset className={classes.bar} disabled={isWaiting} data-testid="contact-bulk">
      <CloseButton aria-label={t('contacts:bulk.clear')} onClick={onClear} data-testid="contact-bulk-clear" />
      <span className={classes.chosen} role="status">
        {isAll ? t('contacts:bulk.all', { count, number }) : t('contacts:bulk.selected', { count, number })}
      </span>
      {!isAll && (isCapped || total > count) && (
        <Button variant="subtle" size="compact-sm" onClick={onSelectAll} data-testid="contact-bulk-all">
          {t('contacts:bulk.selectAll', { number: formatCount(total, isCapped) })}
        </Button>
      )}
      <div className={classes.buttons} role="toolbar" aria-label={t('contacts:bulk.label')}>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconTag size={16} />}
          onClick={() => setAsked('add_tags')}
          data-testid="contact-bulk-tag"
        >
          {t('contacts:bulk.addTags')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconTagOff size={16} />}
          onClick={() => setAsked('remove_tags')}
        >
          {t('contacts:bulk.removeTags')}
        </Button>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconProgressCheck size={16} />}
              loading={changing.isPending}
              data-testid="contact-bulk-status"
            >
              {t('contacts:fields.status')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {CONTACT_STATUSES.map((status) => (
              <Menu.Item key={status} onClick={() => changing.mutate({ kind: 'status', status })}>
                {statusLabel(status)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {/* All that match a filter are a segment, which the broadcast offers by itself. */}
        {onBroadcast && !isAll && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconSpeakerphone size={16} />}
            onClick={() => onBroadcast([...selection])}
            data-testid="contact-bulk-broadcast"
          >
            {t('contacts:bulk.broadcast')}
          </Button>
        )}
        {mayTransfer && (
          <>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconDownload size={16} />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate()}
              data-testid="contact-bulk-export"
            >
              {t('contacts:page.export')}
            </Button>
            <Button
              variant="default"
              size="compact-md"
              c="var(--sb-bad)"
              leftSection={<IconTrash size={16} />}
              onClick={() => setAsked('delete')}
              data-testid="contact-bulk-delete"
            >
              {t('contacts:table.delete')}
            </Button>
          </>
        )}
      </div>
      <Modal
        opened={asked === 'add_tags' || asked === 'remove_tags'}
        onClose={() => setAsked(null)}
        title={asked === 'remove_tags' ? t('contacts:bulk.removeTags') : t('contacts:bulk.addTags')}
      >
        {(asked === 'add_tags' || asked === 'remove_tags') && (
          <TagsForm kind={asked} choice={choice} onStarted={started} onCancel={() => setAsked(null)} />
        )}
      </Modal>
      <BulkDelete
        opened={asked === 'delete'}
        choice={choice}
        count={count}
        number={number}
        onClose={() => setAsked(null)}
        onStarted={started}
      />
    </fieldset>
  );
}

function TagsForm({
  kind,
  choice,
  onStarted,
  onCancel,
}: {
  kind: 'add_tags' | 'remove_tags';
  choice: ContactChoice;
  onStarted: (id: string) => void;
  onCancel: () => void;
}) {
  const { data = [] } = useQuery(tagsOptions());
  const [typed, setTyped] = useState('');
  const form = useForm<{ tags: string[] }>({
    initialValues: { tags: [] },
    validate: { tags: (tags) => (tags.length === 0 ? t('contacts:bulk.tagsMissing') : null) },
  });
  const changing = useMutation(({ tags }: { tags: string[] }) => changeContacts(choice, { kind, tags }), {
    form,
    fields: ['tags'],
    onSuccess: onStarted,
  });
  return (
    <MutationForm
      mutation={changing}
      onSubmit={form.onSubmit((values) => changing.mutate(values))}
      onCancel={onCancel}
      submitLabel={kind === 'add_tags' ? t('contacts:bulk.add') : t('contacts:bulk.remove')}
      submitTestId="contact-bulk-submit"
    >
      <TagsInput
        label={t('contacts:fields.tags')}
        description={t('contacts:form.tagsHint')}
        // Only while something is typed: the list would cover the button below.
        data={typed === '' ? [] : data}
        searchValue={typed}
        onSearchChange={setTyped}
        maxTags={10}
        acceptValueOnBlur
        data-autofocus
        data-testid="contact-bulk-tags"
        {...form.getInputProps('tags')}
      />
    </MutationForm>
  );
}

/** More than these are deleted only after a word is typed. */
const TYPED_ABOVE = 20;

function BulkDelete({
  opened,
  choice,
  count,
  number,
  onClose,
  onStarted,
}: {
  opened: boolean;
  choice: ContactChoice;
  count: number;
  number: string;
  onClose: () => void;
  onStarted: (id: string) => void;
}) {
  const deleting = useMutation(() => deleteContacts(choice), { onSuccess: onStarted });
  return (
    <ConfirmModal
      opened={opened}
      title={t('contacts:bulk.delete.title', { count, number })}
      confirmLabel={t('contacts:bulk.delete.confirm')}
      {...(count > TYPED_ABOVE && { typeToConfirm: t('contacts:bulk.delete.word') })}
      mutation={deleting}
      onClose={onClose}
    >
      <Text>{t('contacts:bulk.delete.body')}</Text>
      <Text size="sm" c="dimmed" mt="xs">
        {t('contacts:bulk.delete.note')}
      </Text>
    </ConfirmModal>
  );
}
