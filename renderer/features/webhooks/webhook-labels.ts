import type { WebhookAttempt } from '../../../shared/contract/webhook-deliveries.contract.ts';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import type { WebhookCause } from '../../../shared/domain/webhook-causes.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../../shared/events/webhook-event.ts';
import type { DeliveryState } from './delivery-filter.ts';

export const ENDPOINT_STATES: Readonly<Record<WebhookEndpoint['state'], string>> = {
  active: 'Active',
  failing: 'Failing',
  paused: 'Paused',
  disabled: 'Disabled',
};

export const DELIVERY_STATES: Readonly<Record<DeliveryState, string>> = {
  pending: 'Pending',
  held: 'Held',
  succeeded: 'Succeeded',
  failed: 'Failed',
};

export const TRIGGERS: Readonly<Record<WebhookAttempt['trigger'], string>> = {
  event: 'the event',
  retry: 'automatic retry',
  resend: 'resent by hand',
  test: 'test',
};

export const EVENT_MEANING: Readonly<Record<WebhookEventType, string>> = {
  'message.received': 'A customer wrote',
  'message.updated': 'A message of yours was sent, delivered, read or failed',
};

/** A cause in two or three words, for a column; the sentence is in `WEBHOOK_CAUSES`. */
export const CAUSE_LABELS: Readonly<Record<WebhookCause, string>> = {
  http_error: 'Error answer',
  unauthorized: 'Login asked for',
  not_found: 'Nothing there',
  body_too_large: 'Body too large',
  redirect: 'Redirect',
  gone: 'Gone',
  rate_limited: 'Too many requests',
  overloaded: 'Overloaded',
  timeout: 'No answer in time',
  connect_timeout: 'No connection in time',
  name_not_found: 'Name not found',
  refused: 'Connection refused',
  reset: 'Connection broke off',
  unreachable: 'Unreachable',
  broke_off: 'Answer broke off',
  certificate_expired: 'Certificate expired',
  certificate_untrusted: 'Certificate not trusted',
  certificate_name: 'Certificate of another name',
  tls: 'No encryption',
  address_refused: 'Address not public',
  plain_http: 'Plain http',
  bad_answer: 'Not an HTTP answer',
  headers_too_large: 'Headers too large',
};

/** The events of an endpoint as the list shows them. */
export function eventsLabel(events: readonly string[]): string {
  return events.length === WEBHOOK_EVENT_TYPES.length ? 'All events' : events.join(', ');
}

/** An address in two parts: the host, which people look for, and what comes after it. */
export function addressParts(url: string): { host: string; path: string } {
  const { host, pathname, search } = new URL(url);
  return { host, path: pathname === '/' && search === '' ? '' : `${pathname}${search}` };
}
