import { IconCloudPause, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Channel } from '../../../shared/contract/channel.ts';
import { formatClock, formatFull, isSameDay } from '../../lib/format.ts';
import classes from './channel-banner.module.css';
import { refusalWords } from './channel-words.ts';
import { waitingOptions } from './cloud-api.queries.ts';

/** Above the inbox while messages do not go out: why, since when, what becomes of them, and who can mend it. */
export function ChannelBanner({
  channel,
  onFix,
}: {
  channel: Channel;
  /** Null for those who cannot. */
  onFix: (() => void) | null;
}) {
  const isAway = channel.state === 'platform_unreachable';
  const isRefused = channel.state === 'credentials_refused';
  const { data } = useQuery(waitingOptions(isAway || isRefused));
  const waiting = waitingWords(data?.waiting ?? 0, isAway);
  const since = channel.since === null ? '' : ` since ${timeOf(channel.since)}`;
  return (
    <div role="status">
      {isAway && (
        <div className={classes.banner} data-testid="channel-banner">
          <span className={classes.words}>
            <IconCloudPause size={17} aria-hidden="true" />
            The messaging platform cannot be reached{since}. {waiting}
          </span>
        </div>
      )}
      {isRefused && (
        <div className={classes.banner} data-tone="bad" data-testid="channel-banner">
          <span className={classes.words}>
            <IconPlugConnectedX size={17} aria-hidden="true" />
            <span>
              {refusalWords(channel)}
              {since}. {waiting} {onFix === null && 'Ask an admin of your workspace to mend it.'}
            </span>
          </span>
          {onFix !== null && (
            <button type="button" className={classes.fix} onClick={onFix} data-testid="channel-fix">
              Fix it
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Where the platform is away nobody needs to do anything; where it refuses somebody has to. */
function waitingWords(count: number, isAway: boolean): string {
  const then = isAway ? '' : ' when it is mended';
  if (count === 0) return `Messages that you send wait here and will be sent by themselves${then}.`;
  if (count === 1) return `1 message waits and will be sent by itself${then}.`;
  return `${count.toLocaleString('en')} messages wait and will be sent by themselves${then}.`;
}

function timeOf(time: string): string {
  return isSameDay(time, new Date().toISOString()) ? formatClock(time) : formatFull(time);
}
