import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { Notice } from './notice.tsx';

export interface ConfirmModalProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** It destroys nothing: the button is not red. */
  isHarmless?: boolean;
  /** When given, the person types this before the button works: for what cannot be undone. */
  typeToConfirm?: string;
  isBusy: boolean;
  /** What went wrong with the last try, or null. */
  problem: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once more before something is destroyed or changed for many, and says what happens. */
export function ConfirmModal(props: ConfirmModalProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size="md">
      <ConfirmBody {...props} />
    </Modal>
  );
}

/** Inside the modal, so that what was typed is gone when it opens again. */
function ConfirmBody({
  children,
  confirmLabel,
  typeToConfirm,
  isHarmless = false,
  isBusy,
  problem,
  onConfirm,
  onClose,
}: ConfirmModalProps) {
  const [typed, setTyped] = useState('');
  const isReady = typeToConfirm === undefined || typed.trim() === typeToConfirm.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onConfirm();
      }}
    >
      <Stack>
        <div>{children}</div>
        {typeToConfirm !== undefined && (
          <TextInput
            label={t('confirm.type', { text: typeToConfirm })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button
            type="submit"
            data-testid="confirm"
            color={isHarmless ? undefined : 'red.8'}
            disabled={!isReady}
            loading={isBusy}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
