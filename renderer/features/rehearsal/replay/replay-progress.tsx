import { Button, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { refreshReplays } from '../rehearsal.realtime.ts';
import classes from './replay.module.css';

/** How far a replay is, with a button that stops it after a question. */
export function ReplayProgress({
  label,
  done,
  total,
  cancel,
  question,
}: {
  label: string;
  done: number;
  total: number;
  cancel: () => Promise<unknown>;
  /** What is asked before. */
  question: { title: string; text: string; confirm: string };
}) {
  const [isAsking, setAsking] = useState(false);
  const canceling = useMutation(cancel, {
    onSuccess: () => {
      setAsking(false);
      refreshReplays();
    },
  });
  return (
    <Card padded>
      <Progress.Root size="sm" mb={6}>
        <Progress.Section value={total === 0 ? 0 : (100 * done) / total} aria-label={label} color="teal.7" />
      </Progress.Root>
      <div className={classes.going}>
        <span role="status">{label}</span>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setAsking(true)}
          data-testid="replay-cancel"
        >
          {t('replays:stop.button')}
        </Button>
      </div>
      <ConfirmModal
        opened={isAsking}
        title={question.title}
        confirmLabel={question.confirm}
        mutation={canceling}
        onClose={() => setAsking(false)}
      >
        <Text>{question.text}</Text>
      </ConfirmModal>
    </Card>
  );
}
