import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { isDesktop } from '../../lib/desktop/desktop.ts';
import { t } from '../../lib/i18n.ts';
import { CopyButton } from '../code/copy-button.tsx';
import classes from './two-factor.module.css';

const FILE_NAME = 'switchboard-recovery-codes.txt';

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack>
      <Text size="sm">{t('twoFactor.codes.lead')}</Text>
      <ul className={classes.codes} dir="ltr" data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Group gap="xs">
          <CopyButton value={codes.join('\n')} />
          {/* The desktop app saves no files. */}
          {!isDesktop && (
            <Button
              component="a"
              variant="default"
              leftSection={<IconDownload size={16} />}
              href={`data:text/plain,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
              download={FILE_NAME}
              data-testid="recovery-codes-download"
            >
              {t('twoFactor.codes.download')}
            </Button>
          )}
        </Group>
        <Button onClick={onDone} autoFocus data-testid="recovery-codes-done">
          {t('twoFactor.codes.done')}
        </Button>
      </div>
    </Stack>
  );
}
