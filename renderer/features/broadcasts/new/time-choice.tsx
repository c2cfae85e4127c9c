import { Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { CreateBroadcast } from '../../../../shared/contract/public/broadcasts.contract.ts';
import { fromLocalInput, timeOfMinutes } from '../../../lib/format/local-time.ts';
import { t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { NotLoadedLine } from '../../../ui/error-state.tsx';
import classes from '../broadcasts.module.css';
import { broadcastSettings } from '../broadcasts.queries.ts';

const KINDS = ['now', 'at', 'local'] as const;
const PHONE = '(max-width: 36em)';

/** When a broadcast is sent: now, at a time, or at a local time of each person; `at` is as in the field. */
export interface BroadcastTime {
  kind: (typeof KINDS)[number];
  at: string;
}

export const NOW: BroadcastTime = { kind: 'now', at: '' };

/** Returns the time as the API takes it; null while it is not complete. */
export function timeInput({
  kind,
  at,
}: BroadcastTime): Pick<CreateBroadcast, 'sendAt' | 'sendAtLocal'> | null {
  if (kind === 'now') return {};
  const sendAt = fromLocalInput(at);
  if (sendAt === null) return null;
  return kind === 'at' ? { sendAt } : { sendAtLocal: at };
}

/** Chooses when a broadcast is sent. */
export function TimeChoice({
  time,
  onChange,
}: {
  time: BroadcastTime;
  onChange: (time: BroadcastTime) => void;
}) {
  const labelId = useId();
  // The words are wider than a phone, in Portuguese.
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false });
  const loaded = useQuery(broadcastSettings());
  const settings = loaded.data;
  return (
    <Stack gap="xs">
      <Input.Label labelElement="div" id={labelId}>
        {t('broadcasts:new.time.label')}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        w="fit-content"
        orientation={isPhone ? 'vertical' : 'horizontal'}
        data={KINDS.map((value) => ({ value, label: t(`broadcasts:new.time.kinds.${value}`) }))}
        value={time.kind}
        onChange={(kind) => onChange({ ...time, kind })}
        data-testid="broadcast-time"
      />
      {time.kind !== 'now' && (
        <div className={classes.time}>
          <DateTimeField
            kind="datetime"
            aria-label={t('broadcasts:new.time.label')}
            data-testid="broadcast-at"
            value={time.at}
            onChange={(at) => onChange({ ...time, at })}
          />
        </div>
      )}
      {time.kind === 'local' && (
        <Text size="xs" c="dimmed">
          {t('broadcasts:new.time.localHint')}
        </Text>
      )}
      <NotLoadedLine text={t('broadcasts:new.time.hoursNotLoaded')} query={loaded} size="xs" />
      {settings?.hours && (
        <Text size="xs" c="dimmed" data-testid="broadcast-hours">
          {t('broadcasts:new.time.hours', {
            from: timeOfMinutes(settings.hours.from),
            to: timeOfMinutes(settings.hours.to),
          })}
        </Text>
      )}
    </Stack>
  );
}
