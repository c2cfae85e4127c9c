import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoredSecret } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { t } from '../../lib/i18n.ts';

/** A field for a secret, which can be viewed only until it is saved. If empty, the stored secret stays. */
export function SecretField({
  label,
  description,
  stored,
  value,
  error,
  onChange,
  testId,
}: {
  label: string;
  description: ReactNode;
  stored: StoredSecret;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  testId: string;
}) {
  const storedHint =
    stored.endsIn === null
      ? t('channel:secret.keep')
      : t('channel:secret.keepEndsIn', { end: stored.endsIn });
  return (
    <PasswordInput
      label={label}
      description={description}
      placeholder={stored.set ? storedHint : undefined}
      required={!stored.set}
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-testid={testId}
    />
  );
}
