import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '../../lib/i18n.ts';
import { onLeave } from '../../lib/on-leave.ts';

let navigateTo: ((to: NavigateOptions) => void) | null = null;
/** The notices that were shown: they name things of the workspace, which the next person may not see. */
const shown = new Set<string>();

onLeave(() => {
  for (const id of shown) notifications.hide(id);
  shown.clear();
});

/** Lets sticky notices open a page. Notifications are rendered outside the router. */
export function useStickyNotices(): void {
  const navigate = useNavigate();
  useEffect(() => {
    navigateTo = (to) => void navigate(to);
    return () => {
      navigateTo = null;
    };
  }, [navigate]);
}

/** Shows a notice on every page until someone closes it, with a button that opens a page. One of the same id is replaced. */
export function showStickyNotice({
  id,
  color,
  title,
  message,
  open,
  to,
}: {
  id: string;
  color: 'yellow' | 'red';
  title: string;
  message: string;
  /** The label of the button, and what it opens. */
  open: string;
  to: NavigateOptions;
}): void {
  notifications.hide(id);
  shown.add(id);
  notifications.show({
    ...{ id, color, title, autoClose: false, withBorder: true },
    closeButtonProps: { 'aria-label': t('actions.close') },
    message: (
      <>
        <div>{message}</div>
        <Button
          mt={4}
          ml={-8}
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            notifications.hide(id);
            navigateTo?.(to);
          }}
        >
          {open}
        </Button>
      </>
    ),
  });
}

/** Takes a notice away: its cause has ended. */
export const hideStickyNotice = (id: string): void => {
  shown.delete(id);
  notifications.hide(id);
};
