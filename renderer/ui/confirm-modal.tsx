import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { Mutation } from '../lib/forms/use-mutation.ts';
import { t } from '../lib/i18n.ts';
import { Notice } from './notice.tsx';
import { LaterModal } from './overlays/later.tsx';

export interface ConfirmModalProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** Whether nothing is destroyed. The button is then not red. */
  isHarmless?: boolean;
  /** A text that the person must type to enable the button, for actions that cannot be undone. */
  typeToConfirm?: string;
  /** Runs when the person confirms. Its error keeps the dialog open; its `onSuccess` closes it. */
  mutation: Mutation;
  onClose: () => void;
}

/** Asks for confirmation before a change that destroys data or affects many people. Explains the effect. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { opened } = props;
  const [canEscape, setCanEscape] = useState(false);
  useEffect(() => {
    if (!opened) return setCanEscape(false);
    // The key press with which a dialog below opens it must not close it again.
    const timer = setTimeout(() => setCanEscape(true));
    return () => clearTimeout(timer);
  }, [opened]);

  function close(): void {
    props.mutation.reset();
    props.onClose();
  }

  return (
    <LaterModal opened={opened} onClose={close} closeOnEscape={canEscape} title={props.title} size="md">
      <ConfirmBody {...props} onClose={close} />
    </LaterModal>
  );
}

/** Inside the modal, so that the typed text is cleared when it opens again. */
function ConfirmBody({
  children,
  confirmLabel,
  typeToConfirm,
  isHarmless = false,
  mutation,
  onClose,
}: ConfirmModalProps) {
  const [typed, setTyped] = useState('');
  const isReady = typeToConfirm === undefined || typed.trim() === typeToConfirm.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) mutation.mutate();
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
        {mutation.error !== null && <Notice tone="bad">{mutation.error}</Notice>}
        <Group justify="flex-end">
          {/* The safe button has the focus first. */}
          <Button
            variant="default"
            onClick={onClose}
            data-autofocus={typeToConfirm === undefined || undefined}
          >
            {t('actions.cancel')}
          </Button>
          <Button
            type="submit"
            data-testid="confirm"
            color={isHarmless ? undefined : 'red.8'}
            disabled={!isReady}
            loading={mutation.isPending}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
