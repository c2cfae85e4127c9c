import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedView } from '../../../../shared/contract/inbox/saved-views.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { useInbox } from '../inbox-context.ts';
import { refreshSavedViews } from './saved-views.queries.ts';

/** Saves the view on screen with what it is narrowed to. */
export function SaveView() {
  const [isOpen, setOpen] = useState(false);
  useCommands({ 'list.saveView': () => setOpen(true) });
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconBookmarkPlus size={14} />}
        onClick={() => setOpen(true)}
        data-testid="save-view"
      >
        {t('inbox:savedViews.save')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('inbox:savedViews.saveTitle')}>
        <ViewForm onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

/** Names a new view, or renames one. */
export function ViewForm({ saved, onDone }: { saved?: SavedView; onDone: () => void }) {
  const { view, filter, session } = useInbox();
  const mayShare = session.user.role !== 'staff';
  const form = useForm({
    initialValues: { name: saved?.name ?? '', isShared: false },
    validate: { name: (name) => (name.trim() === '' ? t('inbox:savedViews.nameMissing') : null) },
  });
  const saving = useMutation(
    ({ name, isShared }: typeof form.values) =>
      saved
        ? api.savedViews.change({ params: { id: saved.id }, body: { name } })
        : api.savedViews.create({ body: { name, filter: { view, ...filter }, isShared } }),
    {
      form,
      fields: ['name'],
      onSuccess: () => {
        refreshSavedViews();
        onDone();
      },
    },
  );
  return (
    <MutationForm
      mutation={saving}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onCancel={onDone}
      submitLabel={t('inbox:savedViews.submit')}
      submitTestId="save-view-submit"
    >
      <TextInput
        label={t('inbox:savedViews.name')}
        maxLength={60}
        data-autofocus
        data-testid="save-view-name"
        {...form.getInputProps('name')}
      />
      {!saved && mayShare && (
        <Checkbox
          label={t('inbox:savedViews.share')}
          description={t('inbox:savedViews.shareHint')}
          data-testid="save-view-share"
          {...form.getInputProps('isShared', { type: 'checkbox' })}
        />
      )}
    </MutationForm>
  );
}
