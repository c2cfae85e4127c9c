import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { api } from '../../lib/api.ts';
import { formatMoment } from '../../lib/format.ts';
import { useDeed } from '../../lib/use-deed.ts';
import { Notice } from '../../ui/notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './endpoint-banner.module.css';
import { countSentence } from './replay-words.ts';
import { keepEndpoint, refreshDeliveries, refreshEndpoints } from './webhooks.queries.ts';

/** What is the matter with an endpoint, since when, and the one thing to do about it. Nothing while all is well. */
export function EndpointBanner({ endpoint }: { endpoint: WebhookEndpoint }) {
  const now = useNow();
  const { state, stateReason, stateSince, failingSince, whilePaused } = endpoint;
  const since = failingSince ?? stateSince;
  if (state === 'active') return null;
  return (
    <div className={classes.banner} data-testid="endpoint-banner" data-state={state}>
      <Notice
        tone={state === 'disabled' ? 'bad' : state === 'failing' ? 'warn' : 'quiet'}
        icon={<Icon state={state} />}
      >
        <div className={classes.body}>
          <div className={classes.words}>
            <strong>
              {state === 'paused' ? 'Paused' : state === 'disabled' ? 'Disabled' : 'Failing'} since{' '}
              {formatMoment(state === 'failing' ? since : stateSince, now)}.
            </strong>{' '}
            {state === 'paused'
              ? whilePaused === 'drop'
                ? 'What happens meanwhile is not sent; “What was never sent” under Replay makes up for up to 7 days of it.'
                : 'What happens meanwhile waits, and is sent when you resume.'
              : stateReason}
          </div>
          <Group gap={8}>
            {state !== 'failing' && <Resume endpoint={endpoint} />}
            {state !== 'paused' && <ResendFailed key={since} endpoint={endpoint} since={since} />}
          </Group>
        </div>
      </Notice>
    </div>
  );
}

function Icon({ state }: { state: WebhookEndpoint['state'] }) {
  if (state === 'paused') return <IconPlayerPause size={20} aria-hidden="true" />;
  if (state === 'disabled') return <IconPlugConnectedX size={20} aria-hidden="true" />;
  return <IconAlertTriangle size={20} aria-hidden="true" />;
}

/**
 * From the oldest event on that has failed: what led here is sent again too. One that is disabled is enabled for it.
 * The banner may be gone by the answer, so that is shown apart from it.
 */
function ResendFailed({ endpoint, since }: { endpoint: WebhookEndpoint; since: string }) {
  const now = useNow();
  const params = { id: endpoint.id };
  const isDisabled = endpoint.state === 'disabled';
  const deed = useDeed(async () => {
    if (isDisabled) keepEndpoint(await api.webhookEndpoints.resume({ params }));
    const counted = await api.webhookDeliveries.resendFailed({ params, body: { since } });
    notifications.show({
      message: countSentence('failed', counted, 'active'),
      withBorder: true,
      closeButtonProps: { 'aria-label': 'Close' },
    });
    refreshDeliveries();
    refreshEndpoints();
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={deed.isBusy}
        onClick={deed.run}
        data-testid="banner-resend"
      >
        {isDisabled ? 'Enable and resend' : 'Resend'} all failed since {formatMoment(since, now)}
      </Button>
      {deed.problem !== null && <span role="alert">{deed.problem}</span>}
    </>
  );
}

function Resume({ endpoint }: { endpoint: WebhookEndpoint }) {
  const deed = useDeed(async () => {
    keepEndpoint(await api.webhookEndpoints.resume({ params: { id: endpoint.id } }));
    refreshDeliveries();
  });
  return (
    <>
      <Button size="xs" loading={deed.isBusy} onClick={deed.run} data-testid="endpoint-resume">
        {endpoint.state === 'disabled' ? 'Enable again' : 'Resume'}
      </Button>
      {deed.problem !== null && <span role="alert">{deed.problem}</span>}
    </>
  );
}
