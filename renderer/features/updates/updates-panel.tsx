import { Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UpdateState } from '../../../shared/ipc/shapes.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { MutationButton, MutationError } from '../../ui/mutation-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { updateText } from './update-text.ts';
import { checkForUpdates, restartToUpdate } from './updates.actions.ts';
import classes from './updates-panel.module.css';

/** The running version, the next one, and the state of the update. */
export function UpdatesPanel({ updates }: { updates: UpdateState }) {
  const now = useNow();
  const { phase } = updates;
  const text = updateText(updates, now);
  return (
    <div className={classes.panel}>
      <dl className={classes.versions}>
        <div>
          <dt>{t('updates:running')}</dt>
          <dd data-testid="version-running">{updates.running}</dd>
        </div>
        {phase.kind === 'ready' && (
          <div>
            <dt>{t('updates:next')}</dt>
            <dd data-testid="version-next">{phase.version}</dd>
          </div>
        )}
      </dl>
      <div role="status" className={classes.state}>
        {phase.kind === 'failed' ? (
          <Notice tone="warn" icon={<IconAlertTriangle size={18} aria-hidden="true" />}>
            {t('updates:failed', { reason: text })}
          </Notice>
        ) : (
          text
        )}
      </div>
      {phase.kind === 'downloading' && (
        <Progress
          value={phase.percent}
          aria-label={t('updates:downloadingLabel', { version: phase.version })}
        />
      )}
      <UpdateAction phase={phase} />
    </div>
  );
}

function UpdateAction({ phase }: { phase: UpdateState['phase'] }) {
  const updating = useMutation(phase.kind === 'ready' ? restartToUpdate : checkForUpdates);
  if (phase.kind === 'off' || phase.kind === 'downloading') return null;
  return (
    <div>
      <MutationButton
        variant={phase.kind === 'ready' ? 'filled' : 'default'}
        mutation={updating}
        loading={phase.kind === 'checking'}
        data-testid="update-action"
      >
        {actionLabel(phase)}
      </MutationButton>
      <MutationError mutation={updating} />
    </div>
  );
}

function actionLabel(phase: UpdateState['phase']): string {
  if (phase.kind === 'ready') return t('updates:restart');
  return t(phase.kind === 'failed' ? 'actions.retry' : 'updates:check');
}
