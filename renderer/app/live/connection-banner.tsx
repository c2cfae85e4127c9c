import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatClock, formatFull, isSameDay } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { useConnection } from './connection.store.ts';
import classes from './connection-banner.module.css';

/** Interruptions shorter than this are not shown. */
const SHOW_AFTER_MS = 2_000;

/** Shows that live updates are interrupted, and how old the data on screen is. */
export function ConnectionBanner() {
  const { isLive, isOnline, currentAt } = useConnection();
  const [isLong, setLong] = useState(false);

  useEffect(() => {
    if (isLive) return setLong(false);
    const timer = setTimeout(() => setLong(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLive]);

  const isShown = !isOnline || (!isLive && isLong);
  return (
    <div role="status">
      {isShown && (
        <div className={classes.banner} data-testid="offline-banner">
          <IconCloudOff size={16} aria-hidden="true" />
          {t('app:offline', { time: clockOf(currentAt) })}
        </div>
      )}
    </div>
  );
}

/** Formats a time, without the date if it is today. */
function clockOf(at: number): string {
  const time = new Date(at).toISOString();
  return isSameDay(time, new Date().toISOString()) ? formatClock(time) : formatFull(time);
}
