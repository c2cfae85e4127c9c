import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useConnection } from './connection.store.ts';
import classes from './connection-banner.module.css';

/** A reconnect that takes less than this is nobody's business. */
const SHOW_AFTER_MS = 2_000;

/** Says calmly that live updates are away. Nothing is lost meanwhile: drafts and sends wait. */
export function ConnectionBanner() {
  const { isLive, isOnline } = useConnection();
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
          Offline – showing what was loaded. Retrying…
        </div>
      )}
    </div>
  );
}
