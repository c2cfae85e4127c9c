import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { formatMoment, formatTimeOfDay } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationButton } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { replayResult } from '../replay/replay-text.ts';
import { refreshDeliveries, refreshEndpoints, storeEndpoint, tryNow } from '../webhooks.queries.ts';
import classes from './endpoint-banner.module.css';
import { stateReasonText } from './state-reason-text.ts';

/** The age at which the server deletes deliveries. */
const HELD_MS = 30 * 24 * 3_600_000;

/** The problem of an endpoint, since when, and what to do about it. Renders nothing without a problem. */
export function EndpointBanner({
  endpoint,
  onFirstFailure,
}: {
  endpoint: WebhookEndpoint;
  /** Opens the log at a time. */
  onFirstFailure: (at: string) => void;
}) {
  const now = useNow();
  const { state, stateSince, failingSince, whilePaused } = endpoint;
  const since = failingSince ?? stateSince;
  // Held deliveries are deleted after 30 days (decision 0230).
  const heldSince = new Date(now - HELD_MS).toISOString();
  const isHeld = state === 'disabled' || whilePaused === 'hold';
  const isHoldOver = isHeld && stateSince < heldSince;
  if (state === 'active') return null;
  return (
    <div className={classes.banner} data-testid="endpoint-banner" data-state={state}>
      <Notice
        tone={state === 'disabled' ? 'bad' : state === 'failing' ? 'warn' : 'quiet'}
        icon={<Icon state={state} />}
      >
        <div className={classes.body}>
          <div className={classes.text}>
            <strong>
              {t(`webhooks:banner.${state}`, {
                time: formatMoment(state === 'failing' ? since : stateSince, now),
              })}
            </strong>{' '}
            {state === 'paused'
              ? whilePaused === 'drop'
                ? t('webhooks:banner.dropping')
                : t('webhooks:banner.holding')
              : stateReasonText(endpoint)}
            {state === 'failing' && <Waiting endpoint={endpoint} />}
            {isHoldOver && ` ${t('webhooks:banner.expired', { time: formatMoment(heldSince, now) })}`}
          </div>
          <Group gap={8}>
            {state !== 'failing' && <Resume endpoint={endpoint} />}
            {state === 'failing' && <TryNow endpoint={endpoint} />}
            {state === 'failing' && failingSince !== null && (
              <Button
                size="xs"
                variant="default"
                onClick={() => onFirstFailure(failingSince)}
                data-testid="banner-first-failure"
              >
                {t('webhooks:banner.firstFailure')}
              </Button>
            )}
            {state !== 'paused' && <ResendFailed key={since} endpoint={endpoint} since={since} />}
          </Group>
        </div>
      </Notice>
    </div>
  );
}

/** How many events wait for a failing endpoint, and when it is tried next. */
function Waiting({ endpoint: { last24Hours, restingUntil } }: { endpoint: WebhookEndpoint }) {
  const now = useNow();
  const { pending } = last24Hours;
  const isAhead = restingUntil !== null && Date.parse(restingUntil) > now;
  return (
    <span data-testid="banner-waiting">
      {pending > 0 && ` · ${t('webhooks:banner.waiting', { count: pending })}`}
      {isAhead && ` · ${t('webhooks:banner.next', { time: formatTimeOfDay(restingUntil) })}`}
    </span>
  );
}

function TryNow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const trying = useMutation(() => tryNow(endpoint.id));
  if (endpoint.last24Hours.pending === 0) return null;
  return (
    <>
      <MutationButton size="xs" variant="default" mutation={trying} data-testid="banner-try">
        {t('webhooks:banner.tryNow')}
      </MutationButton>
      {trying.error !== null && <span role="alert">{trying.error}</span>}
    </>
  );
}

function Icon({ state }: { state: WebhookEndpoint['state'] }) {
  if (state === 'paused') return <IconPlayerPause size={20} aria-hidden="true" />;
  if (state === 'disabled') return <IconPlugConnectedX size={20} aria-hidden="true" />;
  return <IconAlertTriangle size={20} aria-hidden="true" />;
}

/**
 * Resends failed deliveries, starting with the oldest. Enables a disabled endpoint first. The banner may
 * disappear before the result is known, so a notification shows it.
 */
function ResendFailed({ endpoint, since }: { endpoint: WebhookEndpoint; since: string }) {
  const now = useNow();
  const params = { id: endpoint.id };
  const isDisabled = endpoint.state === 'disabled';
  const time = formatMoment(since, now);
  const resending = useMutation(
    async () => {
      if (isDisabled) storeEndpoint(await api.webhookEndpoints.resume({ params }));
      const counted = await api.webhookDeliveries.resendFailed({ params, body: { since } });
      refreshDeliveries();
      refreshEndpoints();
      return counted;
    },
    { toast: (counted) => replayResult('failed', counted, 'active') },
  );
  return (
    <>
      <MutationButton size="xs" variant="default" mutation={resending} data-testid="banner-resend">
        {isDisabled ? t('webhooks:banner.enableAndResend', { time }) : t('webhooks:banner.resend', { time })}
      </MutationButton>
      {resending.error !== null && <span role="alert">{resending.error}</span>}
    </>
  );
}

function Resume({ endpoint }: { endpoint: WebhookEndpoint }) {
  const resuming = useMutation(async () => {
    storeEndpoint(await api.webhookEndpoints.resume({ params: { id: endpoint.id } }));
    refreshDeliveries();
  });
  return (
    <>
      <MutationButton size="xs" mutation={resuming} data-testid="endpoint-resume">
        {endpoint.state === 'disabled' ? t('webhooks:banner.enable') : t('webhooks:banner.resume')}
      </MutationButton>
      {resuming.error !== null && <span role="alert">{resuming.error}</span>}
    </>
  );
}
