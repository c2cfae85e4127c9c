import { EVERY_EVENT, WEBHOOK_EVENT_TYPES } from '../../../shared/domain/webhooks/webhook-values.ts';
import { t } from '../../lib/i18n.ts';

/** Returns an endpoint's events as the list shows them. */
export function eventsLabel(events: readonly string[]): string {
  return events.includes(EVERY_EVENT) || events.length === WEBHOOK_EVENT_TYPES.length
    ? t('webhooks:allEvents')
    : events.join(', ');
}

/** Splits a URL into the host, which people look for, and the rest. */
export function addressParts(url: string): { host: string; path: string } {
  const { host, pathname, search } = new URL(url);
  return { host, path: pathname === '/' && search === '' ? '' : `${pathname}${search}` };
}
