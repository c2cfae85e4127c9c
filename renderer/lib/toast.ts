import { notifications } from '@mantine/notifications';
import { sentenceOf } from './api/api-error.ts';
import { t } from './i18n.ts';

/** Shows a short message above the page. */
export function showToast(message: string): void {
  notifications.show({
    message,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('actions.close') },
  });
}

/** Shows what failed, and why. `reason` is an error or a sentence. */
export function showErrorToast(title: string, reason: unknown): void {
  const message = typeof reason === 'string' ? reason : sentenceOf(reason);
  notifications.show({ color: 'red', title, message });
}
