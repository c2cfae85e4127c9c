import { notifications } from '@mantine/notifications';
import { sentenceOf } from '../../lib/api-error.ts';
import { ask } from '../../lib/desktop.ts';
import { t } from '../../lib/i18n.ts';

/** Shows another place. This page stays as it is, out of sight. */
export function openPlace(id: string): void {
  ask('places.open', { id }).catch(complain);
}

/** Shows the connect screen. */
export function openConnectScreen(): void {
  ask('places.connect').catch(complain);
}

function complain(error: unknown): void {
  notifications.show({
    color: 'red',
    title: t('workspace:notOpened'),
    message: sentenceOf(error),
  });
}
