import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { t } from '../../../lib/i18n.ts';

/** Returns the result of a replay as text. A paused or disabled endpoint receives it later. */
export function replayResult(
  kind: 'failed' | 'missing',
  { count, isCapped }: { count: number; isCapped: boolean },
  state: WebhookEndpoint['state'],
): string {
  if (count === 0) return t(`webhooks:replay.result.${kind}.none`);
  const when = state === 'paused' || state === 'disabled' ? state : 'now';
  const result = t(`webhooks:replay.result.${kind}.${when}`, { count });
  return isCapped ? `${result} ${t('webhooks:replay.result.more')}` : result;
}
