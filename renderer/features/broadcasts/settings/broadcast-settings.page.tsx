import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import {
  type BroadcastSettings,
  BroadcastSettingsSchema,
} from '../../../../shared/contract/broadcast-planning.contract.ts';
import { DAY_MINUTES } from '../../../../shared/domain/time/business-time.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { minutesOfTime, timeOfMinutes } from '../../../lib/format/local-time.ts';
import { merged } from '../../../lib/forms/merged.ts';
import { useDraft } from '../../../lib/forms/use-draft.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { DraftButtons } from '../../../ui/settings/draft-buttons.tsx';
import { SettingRow } from '../../../ui/settings/setting-row.tsx';
import { SettingsPage } from '../../../ui/settings/settings-page.tsx';
import { SettingsSection } from '../../../ui/settings/settings-section.tsx';
import classes from '../broadcasts.module.css';
import { broadcastSettings } from '../broadcasts.queries.ts';
import { PricesSection } from './prices-section.tsx';

/** How the workspace sends its broadcasts. */
export function BroadcastSettingsPage() {
  const settings = useQuery(broadcastSettings());
  return (
    <SettingsPage
      title={t('broadcasts:settings.title')}
      lead={t('broadcasts:settings.lead')}
      query={settings}
      errorTitle={t('broadcasts:settings.notLoaded')}
      firstSection={t('broadcasts:settings.hours.title')}
      rows={1}
    >
      {(stored) => <SettingsForm stored={stored} />}
    </SettingsPage>
  );
}

/** What most countries ask of marketing. */
const USUAL = { from: 9 * 60, to: 20 * 60 };

function SettingsForm({ stored }: { stored: BroadcastSettings }) {
  const draft = useDraft(stored);
  const { values: settings, set, saved } = draft;
  const saving = useMutation(
    async (sent: BroadcastSettings) => {
      // Nothing announces what a colleague has saved since. All settings are sent, so it would be undone.
      const now = await queryClient.fetchQuery({ ...broadcastSettings(), staleTime: 0 });
      const body = merged(sent, stored, now);
      return { sent, changed: await api.broadcasts.changeSettings({ body }) };
    },
    {
      toast: () => t('broadcasts:settings.saved'),
      onSuccess: ({ sent, changed }) => {
        saved(sent, changed);
        queryClient.setQueryData(broadcastSettings().queryKey, changed);
      },
    },
  );
  const isValid = BroadcastSettingsSchema.safeParse(settings).success;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(settings);
      }}
    >
      <HoursSection
        hours={settings.hours}
        initial={stored.hours ?? USUAL}
        onChange={(hours) => set({ ...settings, hours })}
      />
      <PricesSection
        prices={settings.prices}
        initial={stored.prices}
        onChange={(prices) => set({ ...settings, prices })}
      />
      <DraftButtons draft={draft} mutation={saving} isValid={isValid} testId="broadcast-settings-save" />
    </form>
  );
}

/** Between which hours messages of broadcasts go out. */
function HoursSection({
  hours,
  initial,
  onChange,
}: {
  hours: BroadcastSettings['hours'];
  initial: NonNullable<BroadcastSettings['hours']>;
  onChange: (hours: BroadcastSettings['hours']) => void;
}) {
  const labelId = useId();
  const isValid = hours === null || hours.from < hours.to;
  return (
    <SettingsSection title={t('broadcasts:settings.hours.title')}>
      <SettingRow
        label={t('broadcasts:settings.hours.label')}
        labelId={labelId}
        description={t('broadcasts:settings.hours.hint')}
        problem={isValid ? null : t('broadcasts:settings.hours.invalid')}
      >
        <SegmentedControl
          aria-labelledby={labelId}
          data={(['always', 'between'] as const).map((value) => ({
            value,
            label: t(`broadcasts:settings.hours.${value}`),
          }))}
          value={hours ? 'between' : 'always'}
          onChange={(value) => onChange(value === 'between' ? initial : null)}
          data-testid="sending-hours-kind"
        />
      </SettingRow>
      {hours && (
        <div className={classes.hours}>
          <DateTimeField
            kind="time"
            label={t('broadcasts:settings.hours.from')}
            value={timeOfMinutes(hours.from)}
            onChange={(from) => onChange({ ...hours, from: minutesOfTime(from) })}
            error={!isValid}
          />
          <DateTimeField
            kind="time"
            label={t('broadcasts:settings.hours.to')}
            value={timeOfMinutes(hours.to)}
            // Midnight at the end is the end of the day.
            onChange={(to) => onChange({ ...hours, to: minutesOfTime(to) || DAY_MINUTES })}
            error={!isValid}
          />
        </div>
      )}
    </SettingsSection>
  );
}
