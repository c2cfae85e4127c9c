import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Trans } from 'react-i18next';
import type { TemplateSync } from '../../../shared/contract/templates.contract.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { reasonText } from '../../lib/reason-text.ts';
import { NotLoaded } from '../../ui/error-state.tsx';
import { MutationButton } from '../../ui/mutation-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './sync-line.module.css';
import { syncNow, syncState } from './templates.queries.ts';

/** Shows when the list was fetched from the platform, with a button to refetch it. */
export function SyncLine() {
  const state = useQuery(syncState());
  const sync = state.data;
  const syncing = useMutation(syncNow);
  const isBusy = syncing.isPending || (sync?.isDue ?? false);
  const problem = syncing.error ?? (sync ? problemOf(sync) : null);
  return (
    <>
      <div className={classes.line}>
        <span role="status">
          {isBusy ? (
            t('templates:sync.busy')
          ) : sync?.syncedAt ? (
            <Trans
              ns="templates"
              i18nKey="sync.synced"
              components={{ time: <RelativeTime time={sync.syncedAt} inWords /> }}
            />
          ) : (
            // Nothing while the state loads.
            sync && t('templates:sync.never')
          )}
        </span>
        <MutationButton
          variant="default"
          leftSection={<IconRefresh size={16} />}
          mutation={syncing}
          loading={isBusy}
          data-testid="template-sync"
        >
          {t('templates:sync.now')}
        </MutationButton>
      </div>
      <NotLoaded title={t('templates:sync.notLoaded')} query={state} className={classes.problem} />
      {problem !== null && (
        <div className={classes.problem}>
          <Notice tone="warn">{problem}</Notice>
        </div>
      )}
    </>
  );
}

function problemOf({ problem, problemCode, problemParams }: TemplateSync): string | null {
  return (
    problem && reasonText('templateSync', { code: problemCode, params: problemParams, sentence: problem })
  );
}
