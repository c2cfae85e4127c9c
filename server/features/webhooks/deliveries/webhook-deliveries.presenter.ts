import type {
  WebhookAttempt,
  WebhookDelivery,
} from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { ATTEMPTS_MAX } from '../sending/schedule.ts';

export interface WebhookDeliveryView {
  id: Buffer;
  endpointId: Buffer;
  eventId: Buffer;
  type: WebhookDelivery['type'];
  cause: 'event' | 'resend' | 'test';
  state: number;
  attempts: number;
  visibleAt: Date;
  /** Whether a process is attempting it; `visibleAt` is then the deadline of the attempt. */
  isOnItsWay: number;
  lastStatus: number | null;
  lastCause: WebhookDelivery['lastCause'];
  lastMs: number | null;
  lastAttemptAt: Date | null;
  createdAt: Date;
  contactId: Buffer | null;
  messageId: Buffer | null;
}

export interface WebhookAttemptView {
  number: number;
  cause: 'event' | 'resend' | 'test';
  startedAt: Date;
  ms: number;
  status: number | null;
  failure: WebhookAttempt['cause'];
  detail: string | null;
  remoteAddress: string | null;
  requestHeaders: string;
  responseHeaders: string | null;
  responseBody: Buffer | null;
  isBodyCut: number;
}

/** Returns a delivery in the dashboard's format. `isHeld`: nothing is currently sent to its endpoint. */
export function presentDelivery(row: WebhookDeliveryView, isHeld: boolean): WebhookDelivery {
  const state = row.state === 2 ? 'succeeded' : row.state === 3 ? 'failed' : isHeld ? 'held' : 'pending';
  return {
    id: encodeId('webhookDelivery', row.id),
    endpointId: encodeId('webhookEndpoint', row.endpointId),
    eventId: encodeId('webhookEvent', row.eventId),
    type: row.type,
    isTest: row.cause === 'test',
    state,
    attempts: row.attempts,
    attemptsMax: row.cause === 'event' ? ATTEMPTS_MAX : Math.max(1, row.attempts),
    lastStatus: row.lastStatus,
    lastCause: row.lastCause,
    lastMilliseconds: row.lastMs,
    contactId: row.contactId && encodeId('contact', row.contactId),
    messageId: row.messageId && encodeId('message', row.messageId),
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    // Deliveries that are sent before all others have a time in the distant past.
    nextAttemptAt:
      state === 'pending' && Number(row.isOnItsWay) === 0
        ? new Date(Math.max(row.visibleAt.getTime(), row.createdAt.getTime())).toISOString()
        : null,
  };
}

/** Returns an attempt in the dashboard's format. */
export function presentAttempt(row: WebhookAttemptView): WebhookAttempt {
  return {
    number: row.number,
    trigger: row.cause === 'event' && row.number > 1 ? 'retry' : row.cause,
    startedAt: row.startedAt.toISOString(),
    milliseconds: row.ms,
    status: row.status,
    ok: row.failure === null,
    cause: row.failure,
    detail: row.detail,
    remoteAddress: row.remoteAddress,
    requestHeaders: JSON.parse(row.requestHeaders),
    responseHeaders: JSON.parse(row.responseHeaders ?? '[]'),
    responseBody: row.responseBody?.toString('utf8') ?? null,
    isBodyCut: row.isBodyCut === 1,
  };
}
