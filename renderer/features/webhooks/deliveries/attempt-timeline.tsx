import { Text, Title, UnstyledButton } from '@mantine/core';
import type { WebhookAttempt } from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import { formatInstant } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { AttemptOutcome } from './attempt-outcome.tsx';
import classes from './attempt-timeline.module.css';

/** The attempts of a delivery, newest first. The chosen one is shown in full below. */
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
    <section aria-label={t('webhooks:attempts.title')}>
      <Title order={4} size="h4" fz="sm">
        {t('webhooks:attempts.title')}
      </Title>
      {log.length === 0 ? (
        <Text size="sm" c="dimmed" mt={6}>
          {t('webhooks:attempts.none')}
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
                  <span>{metaOf(attempt)}</span>
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

function metaOf({ number, trigger: name, remoteAddress: address }: WebhookAttempt): string {
  const trigger = t(`webhooks:attempts.trigger.${name}`);
  return address === null
    ? t('webhooks:attempts.meta', { number, trigger })
    : t('webhooks:attempts.metaAt', { number, trigger, address });
}
