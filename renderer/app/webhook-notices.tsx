import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { addressParts } from '../features/webhooks/webhook-labels.ts';
import { knownState } from '../features/webhooks/webhooks.queries.ts';
import type { EventHandlers } from '../lib/event-handlers.ts';

let openEndpoint: ((id: string) => void) | null = null;

/** Lets a notice lead to its endpoint: notices are shown outside of the pages, where no links are. */
export function useWebhookNotices(): void {
  const navigate = useNavigate();
  useEffect(() => {
    openEndpoint = (endpointId) => void navigate({ to: '/webhooks/$endpointId', params: { endpointId } });
    return () => {
      openEndpoint = null;
    };
  }, [navigate]);
}

/** Owners and admins are told when an endpoint is disabled, wherever they are; only they get the event. */
export const webhookNoticesRealtime = {
  'webhook_endpoint.updated': ({ id, url, state }) => {
    const notice = `webhook-disabled-${id}`;
    if (state !== 'disabled') return notifications.hide(notice);
    if (knownState(id) === 'disabled') return;
    notifications.show({
      id: notice,
      color: 'red',
      autoClose: false,
      withBorder: true,
      closeButtonProps: { 'aria-label': 'Close' },
      title: 'A webhook endpoint was disabled',
      message: (
        <>
          <div>Nothing is sent to {addressParts(url).host} any more.</div>
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
            See why
          </Button>
        </>
      ),
    });
  },
} satisfies EventHandlers;
