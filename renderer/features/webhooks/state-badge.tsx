import type { WebhookDelivery } from '../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import type { WebhookEndpoint } from '../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { t } from '../../lib/i18n.ts';
import { DotBadge } from '../../ui/dot-badge.tsx';
import type { FilterState } from './deliveries/delivery-filter.ts';
import classes from './state-badge.module.css';

type Tone = 'good' | 'warn' | 'bad' | 'quiet';

const ENDPOINT_TONES: Readonly<Record<WebhookEndpoint['state'], Tone>> = {
  active: 'good',
  failing: 'warn',
  paused: 'quiet',
  disabled: 'bad',
};

const DELIVERY_TONES: Readonly<Record<FilterState, Tone>> = {
  pending: 'quiet',
  failing: 'warn',
  held: 'warn',
  succeeded: 'good',
  failed: 'bad',
};

/** The state of an endpoint, by word, colour and shape. */
export function EndpointBadge({ state }: { state: WebhookEndpoint['state'] }) {
  return (
    <Badge
      tone={ENDPOINT_TONES[state]}
      label={t(`webhooks:states.endpoint.${state}`)}
      testId="endpoint-state"
    />
  );
}

/** The state of a delivery. One that waits after a failed attempt is failing. */
export function DeliveryBadge({ delivery }: { delivery: Pick<WebhookDelivery, 'state' | 'lastCause'> }) {
  const state = delivery.state === 'pending' && delivery.lastCause !== null ? 'failing' : delivery.state;
  return (
    <Badge
      tone={DELIVERY_TONES[state]}
      label={t(`webhooks:states.delivery.${state}`)}
      testId="delivery-state"
    />
  );
}

function Badge({ tone, label, testId }: { tone: Tone; label: string; testId: string }) {
  return (
    <DotBadge className={classes.badge} data-tone={tone} data-testid={testId}>
      {label}
    </DotBadge>
  );
}
