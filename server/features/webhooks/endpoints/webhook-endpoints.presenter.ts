import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { readStateReason } from '../../../../shared/domain/webhooks/webhook-causes.ts';
import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { EndpointSecret } from './endpoint-secrets.ts';

export type WebhookEndpointView = Omit<
  WebhookEndpointRow,
  | 'tenantId'
  | 'slot'
  | 'listener'
  | 'failures'
  | 'failingSince'
  | 'failingConfirmed'
  | 'failingMailedAt'
  | 'createdBy'
  | 'createdSeq'
> & {
  createdByName: string | null;
  last24Hours: WebhookEndpoint['last24Hours'];
  waiting: number;
};

/** Returns an endpoint for the dashboard: with hints instead of secrets, and header names without values. */
export function presentEndpoint(
  row: WebhookEndpointView,
  opened: { secrets: readonly EndpointSecret[]; headers: Readonly<Record<string, string>> },
): WebhookEndpoint {
  const reason = readStateReason(row.stateReason);
  return {
    id: encodeId('webhookEndpoint', row.id),
    url: row.url,
    description: row.description,
    events: row.events.split(',') as WebhookEndpoint['events'],
    state: row.state,
    whilePaused: row.state === 'paused' ? row.whilePaused : null,
    stateReason: row.stateReason,
    stateCause: reason?.cause ?? null,
    stateStatus: reason?.status ?? null,
    stateSince: row.stateSince.toISOString(),
    failingSince: row.failingEventAt?.toISOString() ?? null,
    restingUntil: isSending(row.state) ? (row.restingUntil?.toISOString() ?? null) : null,
    waiting: row.waiting,
    headers: Object.keys(opened.headers).map((name) => ({ name })),
    timeoutSeconds: row.timeoutSeconds,
    maxPerSecond: row.maxPerSecond,
    apiVersion: row.apiVersion,
    secrets: opened.secrets.map(({ secret, createdAt, expiresAt }) => ({
      hint: secret.slice(-4),
      createdAt,
      expiresAt,
    })),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
    lastDelivery: row.lastDeliveryAt && {
      at: row.lastDeliveryAt.toISOString(),
      ok: row.lastDeliveryOk === 1,
      milliseconds: row.lastDeliveryMs ?? 0,
    },
    last24Hours: row.last24Hours,
    listener:
      row.listenerAnswer && row.expiresAt
        ? { answer: row.listenerAnswer, expiresAt: row.expiresAt.toISOString() }
        : null,
  };
}

function isSending(state: WebhookEndpoint['state']): boolean {
  return state === 'active' || state === 'failing';
}
