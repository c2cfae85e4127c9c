import { Button, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { place } from '../../lib/desktop/desktop.ts';
import { serverName } from '../../lib/desktop/place-title.ts';
import { t } from '../../lib/i18n.ts';
import classes from './entry-bar.module.css';
import { openConnectScreen } from './open-place.ts';

/** Shown before sign-in: the current place, and a button to change it. After sign-in, the rail shows both. */
export function EntryBar({ isEarly }: { isEarly: boolean }) {
  if (!place) return null;
  return (
    <header className={classes.bar} data-early={isEarly || undefined}>
      <Text span size="sm" className={classes.server}>
        {serverName(place.server)}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconArrowsExchange size={15} aria-hidden="true" />}
        onClick={openConnectScreen}
        data-testid="other-workspaces"
      >
        {t('workspace:changeServer')}
      </Button>
    </header>
  );
}
