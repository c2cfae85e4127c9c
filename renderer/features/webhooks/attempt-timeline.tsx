import { Text, Title, UnstyledButton } from '@mantine/core';
import type { WebhookAttempt } from '../../../shared/contract/webhook-deliveries.contract.ts';
import { formatInstant } from '../../lib/format.ts';
import { AttemptOutcome } from './attempt-outcome.tsx';
import classes from './attempt-timeline.module.css';
import { TRIGGERS } from './webhook-labels.ts';

/** The attempts of a delivery, newest first. One of them is chosen, and shown in full below. */
export function AttemptTimeline({
  log,
  chosen,
  onChoose,
}: {
  log: readonly WebhookAttempt[];
  chosen: number | null;
  onChoose: (number: number) => void;
}) {
  return (
    <section aria-label="Attempts">
      <Title order={4} size="h4" fz="sm">
        Attempts
      </Title>
      {log.length === 0 ? (
        <Text size="sm" c="dimmed" mt={6}>
          None yet.
        </Text>
      ) : (
        <ol className={classes.list} reversed>
          {log.map((attempt) => (
            <li key={attempt.number} className={classes.entry} data-ok={attempt.ok}>
              <UnstyledButton
                className={classes.attempt}
                aria-pressed={attempt.number === chosen}
                onClick={() => onChoose(attempt.number)}
                data-testid="attempt"
              >
                <span className={classes.meta}>
                  <span>
                    #{attempt.number} · {TRIGGERS[attempt.trigger]}
                    {attempt.remoteAddress !== null && ` · at ${attempt.remoteAddress}`}
                  </span>
                  <time dateTime={attempt.startedAt}>{formatInstant(attempt.startedAt)}</time>
                </span>
                <AttemptOutcome attempt={attempt} />
              </UnstyledButton>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
