import { Text, UnstyledButton } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { offeredServer } from '../../lib/desktop.ts';
import classes from './local-server.module.css';

/** Where a server listens that was started with its defaults. */
const USUAL = 'http://127.0.0.1:4000';

/** The address of a server on this computer, which nobody knows by heart. */
export function LocalServer({ onUse }: { onUse: (address: string) => void }) {
  const address = offeredServer ?? USUAL;
  return (
    <UnstyledButton className={classes.local} onClick={() => onUse(address)} data-testid="connect-local">
      <IconDeviceDesktop size={20} stroke={1.7} aria-hidden="true" />
      <span>
        <Text span size="sm" fw={550} display="block">
          {offeredServer === null ? 'Is the server on this computer?' : 'A server runs on this computer'}
        </Text>
        <Text span size="sm" c="dimmed" display="block">
          Use <code>{address}</code>
        </Text>
      </span>
    </UnstyledButton>
  );
}
