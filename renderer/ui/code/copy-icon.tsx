import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../../lib/i18n.ts';

/** A small button beside a value that copies it. `what` names the value: it completes "Copy …". */
export function CopyIcon({ value, what }: { value: string; what: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const label = clipboard.copied ? t('actions.copied') : t('actions.copyWhat', { what });
  return (
    <Tooltip label={label}>
      <ActionIcon size={28} aria-label={label} onClick={() => clipboard.copy(value)}>
        {clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      </ActionIcon>
    </Tooltip>
  );
}
