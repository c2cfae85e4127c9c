import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Breakable } from '../../../ui/breakable.tsx';
import { EndpointBadge } from '../state-badge.tsx';
import { addressParts, eventsLabel } from '../webhook-labels.ts';
import classes from './endpoint-header.module.css';

/** The URL of an endpoint, with the host emphasised. */
export function EndpointTitle({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { host, path } = addressParts(endpoint.url);
  if (endpoint.listener) return <span data-testid="endpoint-title">{t('webhooks:listener.title')}</span>;
  return (
    <span dir="ltr" data-testid="endpoint-title">
      {host}
      <span className={classes.path}>
        <Breakable text={path} />
      </span>
    </span>
  );
}

/** The state, description, events and API version of an endpoint. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <div className={classes.facts}>
      <EndpointBadge state={endpoint.state} />
      {endpoint.description !== '' && <span dir="auto">{endpoint.description}</span>}
      <span>{eventsLabel(endpoint.events)}</span>
      <span>{t('webhooks:endpoint.apiVersion', { version: endpoint.apiVersion })}</span>
    </div>
  );
}
