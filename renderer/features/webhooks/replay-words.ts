import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { formatCount } from '../../lib/format.ts';

/** What was set going by a replay, as a sentence: at once, or when the endpoint takes events again. */
export function countSentence(
  kind: 'failed' | 'missing',
  { count, isCapped }: { count: number; isCapped: boolean },
  state: WebhookEndpoint['state'],
): string {
  if (count === 0) {
    return kind === 'failed' ? 'Nothing has failed in that time.' : 'Nothing was missed in that time.';
  }
  const [noun, nouns] = kind === 'failed' ? ['delivery', 'deliveries'] : ['event', 'events'];
  const isHeld = state === 'paused' || state === 'disabled';
  const [goes, go] = isHeld ? ['waits', 'wait'] : ['is', 'are'];
  const when = isHeld
    ? ' until the endpoint is sent events again.'
    : kind === 'failed'
      ? ' sent again now.'
      : ' sent now.';
  const said = `${formatCount(count)} ${count === 1 ? `${noun} ${goes}` : `${nouns} ${go}`}${when}`;
  return isCapped ? `${said} There are more: do it once more for the rest.` : said;
}
