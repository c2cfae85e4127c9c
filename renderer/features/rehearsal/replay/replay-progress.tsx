import { Progress } from '@mantine/core';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { refreshReplays } from '../rehearsal.realtime.ts';
import classes from './replay.module.css';

/** How far a replay is, with a button that cancels it. */
export function ReplayProgress({
  label,
  done,
  total,
  cancel,
}: {
  label: string;
  done: number;
  total: number;
  cancel: () => Promise<unknown>;
}) {
  const canceling = useMutation(cancel, { onSuccess: refreshReplays });
  return (
    <Card padded>
      <Progress.Root size="sm" mb={6}>
        <Progress.Section value={total === 0 ? 0 : (100 * done) / total} aria-label={label} color="teal.7" />
      </Progress.Root>
      <div className={classes.going}>
        <span role="status">{label}</span>
        <span data-testid="replay-cancel">
          <MutationButton mutation={canceling} variant="default" size="compact-sm">
            {t('replays:cancel')}
          </MutationButton>
        </span>
      </div>
      <MutationError mutation={canceling} />
    </Card>
  );
}
