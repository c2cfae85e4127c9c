import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import classes from './toasts.module.css';

/** Shows the short messages above all pages. */
export function Toasts() {
  return <Notifications position="top-right" classNames={{ root: classes.place }} />;
}
