import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeed } from '../../lib/use-deed.ts';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './sync-line.module.css';
import { syncNow, syncState } from './templates.queries.ts';

/** When the list was fetched from the platform, and the button that fetches it again. */
export function SyncLine() {
  const { data: sync } = useQuery(syncState());
  const deed = useDeed(syncNow);
  const isBusy = deed.isBusy || (sync?.isDue ?? false);
  const problem = deed.problem ?? sync?.problem ?? null;
  return (
    <>
      <div className={classes.line}>
        <span role="status">
          {isBusy ? (
            'Asking the platform…'
          ) : sync?.syncedAt ? (
            <>
              Synced <RelativeTime time={sync.syncedAt} inWords />
            </>
          ) : (
            'Never synced'
          )}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          loading={isBusy}
          onClick={deed.run}
          data-testid="template-sync"
        >
          Sync now
        </Button>
      </div>
      {problem !== null && (
        <div className={classes.problem}>
          <Notice tone="warn">{problem}</Notice>
        </div>
      )}
    </>
  );
}
