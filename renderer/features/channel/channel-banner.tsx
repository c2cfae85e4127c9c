import { IconCloudPause, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Channel } from '../../../shared/contract/channel/channel.ts';
import { formatClock, formatFull, isSameDay } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import classes from './channel-banner.module.css';
import { isLocked, rejectionText } from './channel-text.ts';
import { waitingOptions } from './cloud-api.queries.ts';

/** Says above the inbox that messages cannot be sent: why, what happens to them, and who can fix it. */
export function ChannelBanner({
  channel,
  onFix,
}: {
  channel: Channel;
  /** Null for people who cannot fix it. */
  onFix: (() => void) | null;
}) {
  const isUnreachable = channel.state === 'platform_unreachable';
  const isRefused = channel.state === 'credentials_refused';
  const { data } = useQuery(waitingOptions(isUnreachable || isRefused));
  const queue = queueSentence(data?.waiting ?? 0, isUnreachable);
  const since = channel.since === null ? null : timeOf(channel.since);
  return (
    <>
      {isUnreachable && (
        <div className={classes.banner} data-testid="channel-banner">
          <span className={classes.text}>
            <IconCloudPause size={17} aria-hidden="true" />
            {since === null
              ? t('app:channelBanner.unreachable')
              : t('app:channelBanner.unreachableSince', { time: since })}{' '}
            {channel.reason?.messageCode === 'certificate_not_accepted' && (
              <>{t('app:channelBanner.certificate')} </>
            )}
            {queue}
          </span>
        </div>
      )}
      {isRefused && (
        <div className={classes.banner} data-tone="bad" data-testid="channel-banner">
          <span className={classes.text}>
            <IconPlugConnectedX size={17} aria-hidden="true" />
            <span>
              {rejectionText(channel, since)} {queue} {onFix === null && t('app:channelBanner.askAdmin')}
            </span>
          </span>
          {onFix !== null && (
            <button type="button" className={classes.fix} onClick={onFix} data-testid="channel-fix">
              {t(isLocked(channel) ? 'app:channelBanner.open' : 'app:channelBanner.fix')}
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** Returns what happens to queued messages. An unreachable platform needs no fix. */
function queueSentence(count: number, isUnreachable: boolean): string {
  if (count === 0)
    return isUnreachable ? t('app:channelBanner.queue') : t('app:channelBanner.queueUntilFixed');
  return isUnreachable
    ? t('app:channelBanner.waiting', { count })
    : t('app:channelBanner.waitingUntilFixed', { count });
}

function timeOf(time: string): string {
  return isSameDay(time, new Date().toISOString()) ? formatClock(time) : formatFull(time);
}
