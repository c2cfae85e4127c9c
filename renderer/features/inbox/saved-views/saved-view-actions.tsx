import { Menu, Modal, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedView } from '../../../../shared/contract/inbox/saved-views.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { useInbox } from '../inbox-context.ts';
import { SaveView, ViewForm } from './save-view.tsx';
import { refreshSavedViews, savedViewOf, useSavedViews } from './saved-views.queries.ts';

/** Saves the view on screen, or changes the saved one. */
export function SavedViewTools() {
  const { view, filter } = useInbox();
  const all = useSavedViews();
  const saved = savedViewOf(all, view, filter);
  if (!saved) return <SaveView />;
  // Views of the team are in an order of their own, after those of the person.
  const siblings = all.filter(({ isShared }) => isShared === saved.isShared);
  return <SavedViewActions saved={saved} place={siblings.indexOf(saved)} last={siblings.length - 1} />;
}

/** Renames, moves or deletes the saved view on screen. Views of the team belong to admins and owners. */
function SavedViewActions({ saved, place, last }: { saved: SavedView; place: number; last: number }) {
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
  const moving = useMutation(
    (position: number) => api.savedViews.change({ params: { id: saved.id }, body: { position } }),
    {
      onSuccess: refreshSavedViews,
      onError: (error) => showErrorToast(t('inbox:savedViews.notMoved'), error),
    },
  );
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
          leftSection={<IconArrowUp size={16} />}
          disabled={place === 0}
          onClick={() => moving.mutate(place - 1)}
          data-testid="saved-view-up"
        >
          {t('inbox:savedViews.moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} />}
          disabled={place === last}
          onClick={() => moving.mutate(place + 1)}
          data-testid="saved-view-down"
        >
          {t('inbox:savedViews.moveDown')}
        </Menu.Item>
        <Menu.Item
          color="var(--sb-bad)"
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
