import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../../lib/i18n.ts';

/** Copies a value and confirms it in its label. */
export function CopyButton({
  value,
  label = t('actions.copy'),
  size = 'sm',
}: {
  value: string;
  label?: string;
  size?: 'xs' | 'sm';
}) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <Button
      size={size}
      variant="default"
      leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      onClick={() => clipboard.copy(value)}
      aria-live="polite"
    >
      {clipboard.copied ? t('actions.copied') : label}
    </Button>
  );
}
