import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, queries } from '../lib/api/api.ts';
import { useConfirmation } from '../lib/api/confirmation.ts';
import { useMutation } from '../lib/forms/use-mutation.ts';
import { t } from '../lib/i18n.ts';
import { MutationError } from '../ui/mutation-button.tsx';

/**
 * Asks for the password, or a code of the person's app, when the server wants a confirmation, and lets the waiting
 * requests continue. The forms below keep what was typed.
 */
export function ConfirmationDialog() {
  const answer = useConfirmation((state) => state.answer);
  const isOpen = answer !== null;
  const [wantsCode, setWantsCode] = useState(false);
  useFocusReturn(isOpen);
  const twoFactor = useQuery({ ...queries.twoFactor.status.queryOptions({ input: {} }), enabled: isOpen });
  const hasApp = twoFactor.data?.isEnabled ?? false;
  const kind = hasApp && wantsCode ? 'code' : 'password';

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
      {answer && (
        <ConfirmationForm
          key={kind}
          kind={kind}
          onSwitch={hasApp ? () => setWantsCode(!wantsCode) : null}
          onAnswer={answer}
        />
      )}
    </Modal>
  );
}

/** Frames to wait for the button that was pressed: it is disabled until its request has ended. */
const FRAMES_MAX = 60;

/** Returns the focus to where it was before the dialog, unless it has moved on. */
function useFocusReturn(isOpen: boolean): void {
  // A button that is pressed loses the focus when it is disabled, before the dialog opens.
  const last = useRef<HTMLElement | null>(null);

  useEffect(() => {
    if (isOpen) return;
    const element = last.current;
    let frame = 0;
    let frames = 0;
    const restore = () => {
      frames += 1;
      if (!element?.isConnected || isFocused() || frames > FRAMES_MAX) return;
      element.focus();
      if (!isFocused()) frame = requestAnimationFrame(restore);
    };
    frame = requestAnimationFrame(restore);
    const remember = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement) last.current = event.target;
    };
    document.addEventListener('focusin', remember);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', remember);
    };
  }, [isOpen]);
}

function isFocused(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}

function ConfirmationForm({
  kind,
  onSwitch,
  onAnswer,
}: {
  kind: 'password' | 'code';
  /** Switches between the password and a code; null for people without an app. */
  onSwitch: (() => void) | null;
  onAnswer: (isConfirmed: boolean) => void;
}) {
  const isCode = kind === 'code';
  const form = useForm({
    initialValues: { proof: '' },
    validate: {
      proof: (value) =>
        value.trim() === '' ? t(isCode ? 'twoFactor.codeMissing' : 'identity.missing') : null,
    },
  });
  const focus = () => form.getInputNode('proof')?.focus();
  const confirming = useMutation(
    ({ proof }: { proof: string }) =>
      api.session.confirm({ body: isCode ? { code: proof } : { password: proof } }),
    {
      form,
      fields: ['proof'],
      fieldByCode: { invalid_credentials: 'proof', code_invalid: 'proof' },
      onSuccess: () => onAnswer(true),
      onError: focus,
    },
  );
  // A dialog below must not close with this one.
  const ownEscape = { 'data-mantine-stop-propagation': 'true' };
  const field = {
    autoFocus: true,
    'data-autofocus': true,
    'data-testid': `confirmation-${kind}`,
    ...ownEscape,
    ...form.getInputProps('proof'),
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => confirming.mutate(values), focus)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onAnswer(false);
      }}
      data-testid="confirmation"
    >
      <Stack>
        <Text size="sm">{t(isCode ? 'identity.codeText' : 'identity.text')}</Text>
        {isCode ? (
          <TextInput
            label={t('twoFactor.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            {...field}
          />
        ) : (
          <PasswordInput
            label={t('identity.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={ownEscape}
            {...field}
          />
        )}
        {onSwitch && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="start"
            onClick={onSwitch}
            data-testid="confirmation-switch"
            {...ownEscape}
          >
            {t(isCode ? 'identity.usePassword' : 'identity.useCode')}
          </Anchor>
        )}
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
