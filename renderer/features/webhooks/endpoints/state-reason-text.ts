import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { NO_MORE_EVENTS } from '../../../../shared/domain/webhooks/webhook-causes.ts';
import { hasText, t } from '../../../lib/i18n.ts';

/** Returns why an endpoint is failing or disabled, as a sentence; null when there is no reason. */
export function stateReasonText({
  state,
  stateReason,
  stateCause,
  stateStatus,
}: Pick<WebhookEndpoint, 'state' | 'stateReason' | 'stateCause' | 'stateStatus'>): string | null {
  if (stateCause === null || !hasText(`webhooks:causes.${stateCause}.meaning`)) return stateReason;
  const meaning = t(`webhooks:causes.${stateCause}.meaning`);
  const reason =
    stateStatus === null
      ? meaning
      : t('webhooks:stateReason.status', { status: stateStatus, reason: meaning });
  return state === 'disabled' && stateStatus !== NO_MORE_EVENTS
    ? t('webhooks:stateReason.fiveDays', { reason })
    : reason;
}
