import { Menu, Modal, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedView } from '../../../../shared/contract/inbox/saved-views.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { useInbox } from '../inbox-context.ts';
import { SaveView, ViewForm } from './save-view.tsx';
import { refreshSavedViews, savedViewOf, useSavedViews } from './saved-views.queries.ts';

/** Saves the view on screen, or changes the saved one. */
export function SavedViewTools() {
  const { view, filter } = useInbox();
  const saved = savedViewOf(useSavedViews(), view, filter);
  return saved ? <SavedViewActions saved={saved} /> : <SaveView />;
}

/** Renames or deletes the saved view on screen. Views of the team belong to admins and owners. */
function SavedViewActions({ saved }: { saved: SavedView }) {
  const { session, view, onView } = useInbox();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const removing = useMutation(() => api.savedViews.remove({ params: { id: saved.id } }), {
    onSuccess: () => {
      close();
      refreshSavedViews();
      onView(view, {});
    },
  });
  if (saved.isShared && session.user.role === 'staff') return null;
  return (
    <>
      <RowMenu label={t('inbox:savedViews.actions', { name: saved.name })} testId="saved-view-menu">
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          onClick={() => setOpen('rename')}
          data-testid="saved-view-rename"
        >
          {t('inbox:savedViews.rename')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => setOpen('remove')}
          data-testid="saved-view-remove"
        >
          {t('inbox:savedViews.remove')}
        </Menu.Item>
      </RowMenu>
      <Modal opened={open === 'rename'} onClose={close} title={t('inbox:savedViews.rename')}>
        <ViewForm saved={saved} onDone={close} />
      </Modal>
      <ConfirmModal
        opened={open === 'remove'}
        title={t('inbox:savedViews.removeTitle', { name: saved.name })}
        confirmLabel={t('inbox:savedViews.remove')}
        mutation={removing}
        onClose={close}
      >
        <Text>{t(saved.isShared ? 'inbox:savedViews.removeShared' : 'inbox:savedViews.removeText')}</Text>
      </ConfirmModal>
    </>
  );
}
