import { notifications } from '@mantine/notifications';
import { sentenceOf } from './api/api-error.ts';
import { t } from './i18n.ts';

/** An error takes longer to read than "Saved", and a person may be looking elsewhere. */
const ERROR_SHOWN_MS = 10_000;

/** Shows a short message above the page. */
export function showToast(message: string): void {
  notifications.show({ message, withBorder: true, ...withCloseLabel() });
}

/** Shows what failed, and why. `reason` is an error or a sentence. It stays while the pointer is on it. */
export function showErrorToast(title: string, reason: unknown): void {
  const message = typeof reason === 'string' ? reason : sentenceOf(reason);
  notifications.show({ color: 'red', title, message, autoClose: ERROR_SHOWN_MS, ...withCloseLabel() });
}

function withCloseLabel() {
  return { closeButtonProps: { 'aria-label': t('actions.close') } };
}
