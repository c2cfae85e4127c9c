import { formatAgo, formatAgoInWords, formatFull } from '../lib/format/format.ts';
import { useNow } from './hooks/use-now.ts';
import { Tip } from './overlays/tip.tsx';

/** A relative time that updates while the page is open, with the full time as its tooltip. */
export function RelativeTime({ time, inWords = false }: { time: string; inWords?: boolean }) {
  const now = useNow();
  return (
    <Tip label={formatFull(time)}>
      <time dateTime={time}>{inWords ? formatAgoInWords(time, now) : formatAgo(time, now)}</time>
    </Tip>
  );
}
