import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { addressParts } from '../features/webhooks/webhook-labels.ts';
import { knownState } from '../features/webhooks/webhooks.queries.ts';
import type { EventHandlers } from '../lib/api/event-handlers.ts';
import { t } from '../lib/i18n.ts';

let openEndpoint: ((id: string) => void) | null = null;

/** Lets a notification open its endpoint. Notifications are rendered outside the router. */
export function useWebhookNotices(): void {
  const navigate = useNavigate();
  useEffect(() => {
    openEndpoint = (endpointId) =>
      void navigate({ to: '/settings/webhooks/$endpointId', params: { endpointId } });
    return () => {
      openEndpoint = null;
    };
  }, [navigate]);
}

/** Notifies owners and admins when an endpoint fails or is disabled, on every page. Only they receive the event. */
export const webhookNoticesRealtime = {
  'webhook_endpoint.updated': ({ id, url, state }) => {
    const notice = `webhook-${id}`;
    if (state !== 'disabled' && state !== 'failing') return notifications.hide(notice);
    if (knownState(id) === state) return;
    // The endpoint's own page shows a banner, and the notice would cover its buttons.
    if (state === 'failing' && window.location.href.includes(id)) return;
    // The same id: an endpoint that is disabled after failing replaces its notice.
    notifications.hide(notice);
    notifications.show({
      id: notice,
      color: state === 'failing' ? 'yellow' : 'red',
      autoClose: false,
      withBorder: true,
      closeButtonProps: { 'aria-label': t('actions.close') },
      title: t(`app:webhookNotice.${state}.title`),
      message: (
        <>
          <div>{t(`app:webhookNotice.${state}.message`, { host: addressParts(url).host })}</div>
          <Button
            mt={4}
            ml={-8}
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              notifications.hide(notice);
              openEndpoint?.(id);
            }}
          >
            {t(`app:webhookNotice.${state}.open`)}
          </Button>
        </>
      ),
    });
  },
} satisfies EventHandlers;
