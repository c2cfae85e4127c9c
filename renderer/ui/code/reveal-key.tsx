import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { CodeBlock } from './code-block.tsx';
import { SecretValue } from './secret-value.tsx';

/** Shows a new key, once. The person confirms that they have stored it before it closes. */
export function RevealKey({
  value,
  example,
  onDone,
}: {
  value: string;
  /** A command that uses the key. */
  example: string;
  onDone: () => void;
}) {
  const [isStored, setStored] = useState(false);
  return (
    <Stack>
      <Text size="sm">{t('key.onlyOnce')}</Text>
      <SecretValue value={value} testId="key-value" />
      <div>
        <Text size="sm" c="dimmed" mb={6}>
          {t('key.tryIt')}
        </Text>
        <CodeBlock code={example} label={t('key.example')} />
      </div>
      <Group justify="space-between" mt="xs">
        <Checkbox
          label={t('key.stored')}
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
          data-testid="key-stored"
        />
        <Button disabled={!isStored} onClick={onDone} data-testid="key-done">
          {t('actions.done')}
        </Button>
      </Group>
    </Stack>
  );
}
