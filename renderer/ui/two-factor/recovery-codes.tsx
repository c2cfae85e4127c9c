import { Button, Group, Stack, Text } from '@mantine/core';
import { t } from '../../lib/i18n.ts';
import { CopyButton } from '../code/copy-button.tsx';
import classes from './two-factor.module.css';

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
      <Group justify="space-between" mt="xs">
        <CopyButton value={codes.join('\n')} />
        <Button onClick={onDone} data-testid="recovery-codes-done">
          {t('twoFactor.codes.done')}
        </Button>
      </Group>
    </Stack>
  );
}
