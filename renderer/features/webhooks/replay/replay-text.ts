import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { t } from '../../../lib/i18n.ts';

/** Returns the result of a replay as text. A paused or disabled endpoint receives it when it is resumed. */
export function replayResult(
  kind: 'failed' | 'missing',
  { count, isCapped }: { count: number; isCapped: boolean },
  state: WebhookEndpoint['state'],
): string {
  if (count === 0) return t(`webhooks:replay.result.${kind}.none`);
  const isHeld = state === 'paused' || state === 'disabled';
  const result = t(`webhooks:replay.result.${kind}.${isHeld ? 'held' : 'now'}`, { count });
  return isCapped ? `${result} ${t('webhooks:replay.result.more')}` : result;
}
