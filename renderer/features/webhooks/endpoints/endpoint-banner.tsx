import { Group } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react';
import {
  WEBHOOK_WAITING_MAX,
  type WebhookEndpoint,
} from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { formatClockSeconds, formatCount, formatMoment } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toast.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { MutationButton } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { replayResult } from '../replay/replay-text.ts';
import {
  firstFailure,
  refreshDeliveries,
  refreshEndpoints,
  resend,
  storeEndpoint,
} from '../webhooks.queries.ts';
import classes from './endpoint-banner.module.css';
import { stateReasonText } from './state-reason-text.ts';

/** The age at which the server deletes deliveries. */
const HELD_MS = 30 * 24 * 3_600_000;

/** The problem of an endpoint, since when, and what to do about it. Renders nothing without a problem. */
export function EndpointBanner({
  endpoint,
  onShow,
}: {
  endpoint: WebhookEndpoint;
  /** Opens a delivery. */
  onShow: (deliveryId: string) => void;
}) {
  const now = useNow();
  const { state, stateSince, failingSince, whilePaused } = endpoint;
  const since = failingSince ?? stateSince;
  // Held deliveries are deleted after 30 days (decision 0230).
  const heldSince = new Date(now - HELD_MS).toISOString();
  const isHeld = state === 'disabled' || whilePaused === 'hold';
  const isHoldOver = isHeld && stateSince < heldSince;
  // A receiver that returns an error does answer.
  const isSilent = state === 'failing' && endpoint.stateStatus === null;
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
              {t(`webhooks:banner.${isSilent ? 'silent' : state}`, {
                time: formatMoment(state === 'failing' ? since : stateSince, now),
              })}
            </strong>{' '}
            {state === 'paused'
              ? whilePaused === 'drop'
                ? t('webhooks:banner.dropping')
                : t('webhooks:banner.holding')
              : stateReasonText(endpoint)}
            {state === 'failing' && <Waiting endpoint={endpoint} now={now} />}
            {isHoldOver && ` ${t('webhooks:banner.expired', { time: formatMoment(heldSince, now) })}`}
          </div>
          <Group gap={8}>
            {state !== 'failing' && <Resume endpoint={endpoint} />}
            {state === 'failing' && <FirstFailure endpoint={endpoint} onShow={onShow} />}
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

/** How many events wait, and until when the endpoint rests. After that, each event has its own next attempt. */
function Waiting({ endpoint, now }: { endpoint: WebhookEndpoint; now: number }) {
  const { waiting, restingUntil } = endpoint;
  const isResting = restingUntil !== null && Date.parse(restingUntil) > now;
  const number = formatCount(waiting, waiting === WEBHOOK_WAITING_MAX);
  return (
    <span className={classes.waiting} data-testid="banner-waiting">
      {t('webhooks:banner.waiting', { count: waiting, number })}
      {isResting && ` · ${t('webhooks:banner.nextAttempt', { time: formatClockSeconds(restingUntil) })}`}
    </span>
  );
}

/** Tries the first failed event again, or opens it. The log is asked which one that is. */
function FirstFailure({
  endpoint,
  onShow,
}: {
  endpoint: WebhookEndpoint;
  onShow: (deliveryId: string) => void;
}) {
  const trying = useMutation(
    async () => {
      const first = await firstFailure(endpoint);
      if (first) await resend(first);
      else refreshEndpoints();
      return first;
    },
    { toast: (first) => t(first ? 'webhooks:banner.trying' : 'webhooks:banner.noFailure') },
  );
  const showing = useMutation(() => firstFailure(endpoint), {
    onSuccess: (first) => {
      if (first) return onShow(first.id);
      refreshEndpoints();
      showToast(t('webhooks:banner.noFailure'));
    },
  });
  const error = trying.error ?? showing.error;
  return (
    <>
      <MutationButton size="xs" mutation={trying} data-testid="banner-try-now">
        {t('webhooks:banner.tryNow')}
      </MutationButton>
      <MutationButton size="xs" variant="default" mutation={showing} data-testid="banner-first-failure">
        {t('webhooks:banner.firstFailure')}
      </MutationButton>
      {error !== null && <span role="alert">{error}</span>}
    </>
  );
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
