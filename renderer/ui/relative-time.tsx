import { Tooltip } from '@mantine/core';
import { formatAgo, formatAgoInWords, formatFull } from '../lib/format.ts';
import { useNow } from './use-now.ts';

/** How long ago something was; it stays true while the page is open, and the tooltip has the full time. */
export function RelativeTime({ time, inWords = false }: { time: string; inWords?: boolean }) {
  const now = useNow();
  return (
    <Tooltip label={formatFull(time)}>
      <time dateTime={time}>{inWords ? formatAgoInWords(time, now) : formatAgo(time, now)}</time>
    </Tooltip>
  );
}
