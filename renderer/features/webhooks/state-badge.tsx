import type { WebhookEndpoint } from '../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { t } from '../../lib/i18n.ts';
import { DotBadge } from '../../ui/dot-badge.tsx';
import type { DeliveryState } from './deliveries/delivery-filter.ts';
import classes from './state-badge.module.css';

type Tone = 'good' | 'warn' | 'bad' | 'quiet';

const ENDPOINT_TONES: Readonly<Record<WebhookEndpoint['state'], Tone>> = {
  active: 'good',
  failing: 'warn',
  paused: 'quiet',
  disabled: 'bad',
};

const DELIVERY_TONES: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'quiet',
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

/** The state of a delivery. */
export function DeliveryBadge({ state }: { state: DeliveryState }) {
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
