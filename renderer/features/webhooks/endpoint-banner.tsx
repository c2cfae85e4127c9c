import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { api } from '../../lib/api.ts';
import { formatFull } from '../../lib/format.ts';
import { useDeed } from '../../lib/use-deed.ts';
import { Notice } from '../../ui/notice.tsx';
import classes from './endpoint-banner.module.css';
import { countSentence } from './replay-words.ts';
import { keepEndpoint, refreshDeliveries, refreshEndpoints } from './webhooks.queries.ts';

/** What is the matter with an endpoint, since when, and the one thing to do about it. Nothing while all is well. */
export function EndpointBanner({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { state, stateReason, stateSince, whilePaused } = endpoint;
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
              {formatFull(stateSince)}.
            </strong>{' '}
            {state === 'paused'
              ? whilePaused === 'drop'
                ? 'What happens meanwhile is not sent; “What was never sent” under Replay makes up for up to 7 days of it.'
                : 'What happens meanwhile waits, and is sent when you resume.'
              : stateReason}
          </div>
          <Group gap={8}>
            {state !== 'paused' && <ResendFailed key={stateSince} endpoint={endpoint} />}
            {state !== 'failing' && <Resume endpoint={endpoint} />}
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

function ResendFailed({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [said, setSaid] = useState<string | null>(null);
  const deed = useDeed(async () => {
    const counted = await api.webhookDeliveries.resendFailed({
      params: { id: endpoint.id },
      body: { since: endpoint.stateSince },
    });
    setSaid(countSentence('failed', counted));
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
        Resend all failed since {formatFull(endpoint.stateSince)}
      </Button>
      {(deed.problem ?? said) !== null && <span role="status">{deed.problem ?? said}</span>}
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
