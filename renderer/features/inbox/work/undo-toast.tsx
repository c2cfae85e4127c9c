import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { addCommands } from '../../../lib/commands/registry.ts';
import { t } from '../../../lib/i18n.ts';
import classes from './undo-toast.module.css';

const SHOWN_MS = 8_000;

let shown: string | null = null;
let withdraw: (() => void) | null = null;

function forget(): void {
  withdraw?.();
  withdraw = null;
  shown = null;
}

/** Says what happened, and offers to undo it for some seconds. Takes the place of the one before. */
export function showUndoToast(message: string, undo: () => void): void {
  if (shown !== null) notifications.hide(shown);
  const undoNow = () => {
    notifications.hide(id);
    undo();
  };
  const id = notifications.show({
    autoClose: SHOWN_MS,
    onClose: forget,
    // The buttons of the thread's header are at the top.
    position: 'bottom-left',
    className: classes.toast,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('actions.close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button size="compact-sm" variant="light" data-testid="undo" onClick={undoNow}>
          {t('inbox:work.undo')}
        </Button>
      </Group>
    ),
  });
  shown = id;
  withdraw = addCommands({ current: { 'app.undo': undoNow } });
}
