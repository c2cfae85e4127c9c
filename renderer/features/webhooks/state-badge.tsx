import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { DotBadge } from '../../ui/dot-badge.tsx';
import type { DeliveryState } from './delivery-filter.ts';
import classes from './state-badge.module.css';
import { DELIVERY_STATES, ENDPOINT_STATES } from './webhook-labels.ts';

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

/** How an endpoint is, by word, colour and form. */
export function EndpointBadge({ state }: { state: WebhookEndpoint['state'] }) {
  return <Badge tone={ENDPOINT_TONES[state]} label={ENDPOINT_STATES[state]} testId="endpoint-state" />;
}

/** What became of a delivery. */
export function DeliveryBadge({ state }: { state: DeliveryState }) {
  return <Badge tone={DELIVERY_TONES[state]} label={DELIVERY_STATES[state]} testId="delivery-state" />;
}

function Badge({ tone, label, testId }: { tone: Tone; label: string; testId: string }) {
  return (
    <DotBadge className={classes.badge} data-tone={tone} data-testid={testId}>
      {label}
    </DotBadge>
  );
}
