import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  CreateWebhookEndpointSchema,
  type WebhookEndpoint,
} from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import {
  LISTENER_BODY_MAX,
  LISTENER_REQUESTS_MAX,
  type ListenerRequest,
} from '../../../../shared/contract/webhooks/webhook-listener.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import {
  EVERY_EVENT,
  WEBHOOK_LISTENER_HOURS,
  WEBHOOK_LISTENER_URL,
  type WebhookListenerAnswer,
} from '../../../../shared/domain/webhooks/webhook-values.ts';
import { isDuplicate } from '../../../db/database-errors.ts';
import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { updateRow } from '../../../kernel/tenancy/rows.ts';
import { presentAttempt } from '../deliveries/webhook-deliveries.presenter.ts';
import { openSecrets } from '../endpoints/endpoint-secrets.ts';
import { endpointViews, findListener } from '../endpoints/webhook-endpoints.repository.ts';
import {
  changeEndpoint,
  getEndpoint,
  inFreeSlot,
  insertEndpoint,
  keyOf,
  removeEndpoint,
} from '../endpoints/webhook-endpoints.service.ts';
import { listenerRequests } from './webhook-listener.repository.ts';

/** The shortest timeout: a person waits for the failure of a listener that does not answer. */
const LISTENER_TIMEOUT_SECONDS = 5;

/**
 * Creates the test listener of the workspace. Two at the same time create one.
 * @throws {AppError} webhook_endpoint_limit_reached
 */
export async function openListener(ctx: Context): Promise<WebhookEndpoint> {
  const known = await findListener(ctx);
  if (known) return getEndpoint(ctx, encodeId('webhookEndpoint', known));
  const input = CreateWebhookEndpointSchema.parse({
    url: WEBHOOK_LISTENER_URL,
    events: [EVERY_EVENT],
    timeoutSeconds: LISTENER_TIMEOUT_SECONDS,
  });
  const listener = { answer: 'ok' as const, hours: WEBHOOK_LISTENER_HOURS };
  try {
    const { endpoint } = await inFreeSlot(ctx, (slot) =>
      insertEndpoint(ctx, { ...input, listener }, slot, (created) => created),
    );
    return endpoint;
  } catch (error) {
    const winner = isDuplicate(error, 'webhook_endpoints_listener') ? await findListener(ctx) : null;
    if (!winner) throw error;
    return getEndpoint(ctx, encodeId('webhookEndpoint', winner));
  }
}

/** Sets how a test listener answers. @throws {AppError} webhook_endpoint_not_found */
export async function setListenerAnswer(
  ctx: Context,
  id: string,
  answer: WebhookListenerAnswer,
): Promise<WebhookEndpoint> {
  await changeEndpoint(ctx, id, 'webhook_endpoint.changed', async (ctx, row) => {
    requireListener(row);
    await updateRow(ctx, 'webhookEndpoint', row.id, { listenerAnswer: answer });
  });
  return getEndpoint(ctx, id);
}

/** Returns what the listener got, newest first. @throws {AppError} webhook_endpoint_not_found */
export async function listRequests(ctx: Context, id: string): Promise<{ data: ListenerRequest[] }> {
  const [endpoint] = await endpointViews(ctx, keyOf(id));
  if (!endpoint) throw new AppError('webhook_endpoint_not_found');
  requireListener(endpoint);
  const secrets = openSecrets(ctx, endpoint.id, endpoint.secrets).map(({ secret }) => secret);
  const rows = await listenerRequests(ctx, endpoint.id, LISTENER_REQUESTS_MAX);
  const data = rows.map((row) => {
    const { number, trigger, startedAt, milliseconds, status, cause, requestHeaders } = presentAttempt(row);
    const body = row.body.toString('utf8');
    return {
      id: row.id.toString('hex'),
      deliveryId: encodeId('webhookDelivery', row.deliveryId),
      type: row.type,
      ...{ number, trigger, startedAt, milliseconds, status, cause },
      isSignatureValid: isSignedBy(secrets, requestHeaders, row.body),
      headers: requestHeaders,
      body: body.slice(0, LISTENER_BODY_MAX),
      isBodyCut: body.length > LISTENER_BODY_MAX,
    };
  });
  return { data };
}

/** Removes a test listener, as `removeEndpoint` does. @throws {AppError} webhook_endpoint_not_found */
export function removeListener(ctx: Context, wakeJobs: () => void, id: string) {
  return removeEndpoint(ctx, wakeJobs, id, requireListener);
}

function requireListener({ listenerAnswer }: Pick<WebhookEndpointRow, 'listenerAnswer'>): void {
  if (listenerAnswer === null) throw new AppError('webhook_endpoint_not_found');
}

/**
 * Returns whether a request is signed with one of the secrets, as Standard Webhooks says. Written as a receiver does
 * it, apart from the code that signs, so that a mistake in one of them shows.
 */
function isSignedBy(
  secrets: readonly string[],
  headers: readonly (readonly [string, string])[],
  body: Buffer,
): boolean {
  const header = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  const signed = Buffer.concat([
    Buffer.from(`${header('webhook-id')}.${header('webhook-timestamp')}.`),
    body,
  ]);
  const given = header('webhook-signature')
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice('v1,'.length), 'base64'));
  return secrets.some((secret) => {
    const wanted = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(signed)
      .digest();
    return given.some((mac) => mac.length === wanted.length && timingSafeEqual(mac, wanted));
  });
}
