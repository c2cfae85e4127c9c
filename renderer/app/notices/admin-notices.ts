import { WEBHOOK_LISTENER_URL } from '../../../shared/domain/webhooks/webhook-values.ts';
import { addressParts } from '../../features/webhooks/webhook-labels.ts';
import { knownState } from '../../features/webhooks/webhooks.queries.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { formatDate } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { onLeave } from '../../lib/on-leave.ts';
import { hideStickyNotice, showStickyNotice } from '../../ui/overlays/sticky-notice.tsx';

/** The broadcasts whose pause this tab has announced. Their counts change while they are paused, too. */
const announced = new Set<string>();

onLeave(() => announced.clear());

/**
 * Notifies owners and admins, on every page, when an endpoint fails or is disabled, and when a broadcast pauses by itself. Only
 * they receive these events.
 */
export const adminNoticesRealtime = {
  'webhook_endpoint.updated': ({ id: endpointId, url, state }) => {
    const id = `webhook-${endpointId}`;
    if (state !== 'disabled' && state !== 'failing') return hideStickyNotice(id);
    // A person makes it fail, to see the retries.
    if (url === WEBHOOK_LISTENER_URL) return;
    if (knownState(endpointId) === state) return;
    // The endpoint's own page shows a banner, and the notice would cover its buttons.
    if (state === 'failing' && window.location.href.includes(endpointId)) return;
    // The same id: an endpoint that is disabled after failing replaces its notice.
    showStickyNotice({
      ...{ id, color: state === 'failing' ? 'yellow' : 'red' },
      title: t(`app:webhookNotice.${state}.title`),
      message: t(`app:webhookNotice.${state}.message`, { host: addressParts(url).host }),
      open: t(`app:webhookNotice.${state}.open`),
      to: { to: '/settings/webhooks/$endpointId', params: { endpointId } },
    });
  },
  'api_key.expiring': ({ id, name, expiresAt }) =>
    showStickyNotice({
      ...{ id: `key-${id}`, color: 'yellow', title: t('app:keyNotice.title') },
      message: t('app:keyNotice.message', { name, date: formatDate(expiresAt) }),
      open: t('app:keyNotice.open'),
      to: { to: '/settings/api-keys' },
    }),
  'inference_key.expiring': ({ id, name, expiresAt }) =>
    showStickyNotice({
      ...{ id: `key-${id}`, color: 'yellow', title: t('app:modelKeyNotice.title') },
      message: t('app:modelKeyNotice.message', { name, date: formatDate(expiresAt) }),
      open: t('app:modelKeyNotice.open'),
      to: { to: '/model' },
    }),
  'broadcast.updated': ({ broadcast: { id: broadcastId, name, status, pauseReason } }) => {
    const id = `broadcast-${broadcastId}`;
    if (status !== 'paused' || pauseReason === null || pauseReason === 'requested') {
      if (announced.delete(broadcastId)) hideStickyNotice(id);
      return;
    }
    if (announced.has(broadcastId)) return;
    announced.add(broadcastId);
    // Its own page shows the reason.
    if (window.location.href.includes(broadcastId)) return;
    showStickyNotice({
      ...{ id, color: 'yellow', title: t('app:broadcastNotice.title') },
      message: t(`app:broadcastNotice.${pauseReason}`, { name }),
      open: t('app:broadcastNotice.open'),
      to: { to: '/broadcasts/$broadcastId', params: { broadcastId } },
    });
  },
} satisfies EventHandlers;
