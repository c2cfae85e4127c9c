import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Shows the short messages above all pages. */
export function Toasts() {
  return <Notifications position="top-right" />;
}
