import { ask } from '../../lib/desktop/desktop.ts';
import { t } from '../../lib/i18n.ts';
import { showErrorToast } from '../../lib/toast.ts';

/** Shows another place. This page stays loaded in the background. */
export function openPlace(id: string): void {
  ask('places.open', { id }).catch(showOpenError);
}

/** Shows the connect screen. */
export function openConnectScreen(): void {
  ask('places.connect').catch(showOpenError);
}

function showOpenError(error: unknown): void {
  showErrorToast(t('workspace:notOpened'), error);
}
