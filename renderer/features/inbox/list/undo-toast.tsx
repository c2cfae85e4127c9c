import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../../../lib/i18n.ts';

const SHOWN_MS = 8_000;

/** Says what happened, and offers to undo it for some seconds. */
export function showUndoToast(message: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: SHOWN_MS,
    // The buttons of the thread's header are at the top.
    position: 'bottom-left',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('actions.close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button
          size="compact-sm"
          variant="light"
          data-testid="undo"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {t('inbox:work.undo')}
        </Button>
      </Group>
    ),
  });
}
