import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoredSecret } from '../../../shared/contract/cloud-api.contract.ts';

/** A secret: pasted, looked at before it is sent, and never seen again. Left empty it stays as it is stored. */
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
  const kept = stored.endsIn === null ? 'Stored' : `Stored: …${stored.endsIn}`;
  return (
    <PasswordInput
      label={label}
      description={description}
      placeholder={stored.set ? `${kept}. Empty keeps it` : undefined}
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
