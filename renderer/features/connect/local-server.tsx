import { Text, UnstyledButton } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { offeredServer } from '../../lib/desktop/desktop.ts';
import { t } from '../../lib/i18n.ts';
import classes from './local-server.module.css';

/** The address of a server with default settings. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:4000';

/** Offers the address of a server on this computer. */
export function LocalServer({ onUse }: { onUse: (address: string) => void }) {
  const address = offeredServer ?? DEFAULT_ADDRESS;
  return (
    <UnstyledButton className={classes.local} onClick={() => onUse(address)} data-testid="connect-local">
      <IconDeviceDesktop size={20} stroke={1.7} aria-hidden="true" />
      <span>
        <Text span size="sm" fw={550} display="block">
          {t(offeredServer === null ? 'connect:local.maybe' : 'connect:local.found')}
        </Text>
        <Text span size="sm" c="dimmed" display="block">
          <Trans t={t} i18nKey="connect:local.use" values={{ address }} components={{ address: <code /> }} />
        </Text>
      </span>
    </UnstyledButton>
  );
}
