import { Text } from '@mantine/core';
import { ATTEMPT_DELAYS } from '../../../../shared/domain/webhooks/webhook-retries.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';

const RETRIES = ATTEMPT_DELAYS.slice(1);

/** When a failed delivery is sent again, and when it is given up. */
export function RetrySchedule() {
  return (
    <Text size="sm" c="dimmed" maw="90ch" data-testid="retry-schedule">
      {t('webhooks:overview.retries', {
        retries: RETRIES.length,
        delays: new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(
          RETRIES.map(delayText),
        ),
      })}
    </Text>
  );
}

/** Returns a delay in its largest unit: `5 sec`, `30 min`, `2 hr`. */
function delayText(seconds: number): string {
  const [value, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3_600
        ? [seconds / 60, 'minute']
        : [seconds / 3_600, 'hour'];
  return new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit, unitDisplay: 'short' }).format(
    value,
  );
}
