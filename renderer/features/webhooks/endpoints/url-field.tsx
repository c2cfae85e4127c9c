import { Group, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { WebhookUrlSchema } from '../../../../shared/contract/webhooks/webhook-url.ts';
import { allowed } from '../../../lib/forms/field-rules.ts';
import { t } from '../../../lib/i18n.ts';

const urlError = allowed<string>(WebhookUrlSchema);

/** The URL of a receiver, validated while it is typed, as far as is possible without a request. */
export function UrlField({
  input,
  stored,
  isFocused,
}: {
  /** The input props of the form. */
  input: GetInputPropsReturnType;
  /** The URL that the server has accepted; null for a new endpoint. */
  stored: string | null;
  isFocused: boolean;
}) {
  const value = String(input.value ?? '').trim();
  const [isLeft, setLeft] = useState(false);
  const error = value === '' ? null : urlError(value);
  // An incomplete URL is not an error while it is being typed.
  const isShown = isLeft || /^https?:\/\/[^/]+\//i.test(value);
  const { onBlur } = input;
  return (
    <div>
      <TextInput
        label={t('webhooks:form.url')}
        required
        description={t('webhooks:form.urlHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus={isFocused || undefined}
        data-testid="endpoint-url"
        {...input}
        error={input.error ?? (isShown ? error : null)}
        onBlur={(event: React.FocusEvent) => {
          setLeft(true);
          onBlur?.(event);
        }}
      />
      <div aria-live="polite">
        {value !== '' && error === null && input.error === undefined && (
          <Verdict isPlain={/^http:/i.test(value) && value !== stored} />
        )}
      </div>
    </div>
  );
}

function Verdict({ isPlain }: { isPlain: boolean }) {
  return (
    <Group
      gap={6}
      mt={6}
      wrap="nowrap"
      align="flex-start"
      c={isPlain ? 'var(--sb-warn)' : 'var(--sb-accent)'}
    >
      {isPlain ? (
        <IconAlertTriangle size={16} style={{ flex: 'none', marginTop: 2 }} aria-hidden="true" />
      ) : (
        <IconCircleCheck size={16} style={{ flex: 'none', marginTop: 2 }} aria-hidden="true" />
      )}
      <Text size="sm" inherit={false}>
        {isPlain ? t('webhooks:form.urlPlain') : t('webhooks:form.urlValid')}
      </Text>
    </Group>
  );
}
