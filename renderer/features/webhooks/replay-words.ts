import { formatCount } from '../../lib/format.ts';

/** What was set going by a replay, as a sentence. */
export function countSentence(
  kind: 'failed' | 'missing',
  { count, isCapped }: { count: number; isCapped: boolean },
): string {
  if (count === 0) {
    return kind === 'failed' ? 'Nothing has failed in that time.' : 'Nothing was missed in that time.';
  }
  const noun = kind === 'failed' ? 'delivery' : 'event';
  const nouns = kind === 'failed' ? 'deliveries' : 'events';
  const again = kind === 'failed' ? ' again' : '';
  const said = `${formatCount(count)} ${count === 1 ? `${noun} is` : `${nouns} are`} sent${again} now.`;
  return isCapped ? `${said} There are more: do it once more for the rest.` : said;
}
