import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { api } from '../lib/api/api.ts';
import { useConfirmation } from '../lib/api/confirmation.ts';
import { useMutation } from '../lib/forms/use-mutation.ts';
import { t } from '../lib/i18n.ts';
import { MutationError } from '../ui/mutation-button.tsx';

/**
 * Asks for the password when the server wants a confirmation, and lets the waiting requests continue. The forms
 * below keep what was typed.
 */
export function ConfirmationDialog() {
  const answer = useConfirmation((state) => state.answer);
  const isOpen = answer !== null;
  const before = useRef<Element | null>(null);
  if (isOpen && before.current === null) before.current = document.activeElement;

  useEffect(() => {
    if (isOpen) return;
    const element = before.current;
    before.current = null;
    // The button that was pressed is disabled until its request ends.
    if (element instanceof HTMLElement) requestAnimationFrame(() => element.focus());
  }, [isOpen]);

  return (
    <Modal
      opened={isOpen}
      onClose={() => answer?.(false)}
      title={t('identity.title')}
      size="sm"
      centered
      zIndex={400}
      returnFocus={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {answer && <ConfirmationForm onAnswer={answer} />}
    </Modal>
  );
}

function ConfirmationForm({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('identity.missing') : null) },
  });
  const confirming = useMutation(
    ({ password }: { password: string }) => api.session.confirm({ body: { password } }),
    {
      form,
      fields: ['password'],
      fieldByCode: { invalid_credentials: 'password' },
      onSuccess: () => onAnswer(true),
      onError: () => form.getInputNode('password')?.focus(),
    },
  );
  // A dialog below must not close with this one.
  const ownEscape = { 'data-mantine-stop-propagation': 'true' };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => confirming.mutate(values))}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onAnswer(false);
      }}
      data-testid="confirmation"
    >
      <Stack>
        <Text size="sm">{t('identity.text')}</Text>
        <PasswordInput
          label={t('identity.password')}
          autoComplete="current-password"
          data-autofocus
          data-testid="confirmation-password"
          {...ownEscape}
          {...form.getInputProps('password')}
        />
        <MutationError mutation={confirming} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)} {...ownEscape}>
            {t('actions.cancel')}
          </Button>
          <Button
            type="submit"
            loading={confirming.isPending}
            data-testid="confirmation-submit"
            {...ownEscape}
          >
            {t('identity.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
