import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../../lib/i18n.ts';
import { Tip } from '../overlays/tip.tsx';

/** A small button that copies a value. `label` is its accessible name, such as "Copy message ID". */
export function CopyIcon({ value, label }: { value: string; label: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const shown = clipboard.copied ? t('actions.copied') : label;
  return (
    <Tip label={shown}>
      <ActionIcon size={28} aria-label={shown} onClick={() => clipboard.copy(value)}>
        {clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      </ActionIcon>
    </Tip>
  );
}
