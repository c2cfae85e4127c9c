import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ResponseRulesSchema } from '../../../../shared/contract/inbox/business-hours.contract.ts';
import type { BusinessHours, ResponseRules } from '../../../../shared/domain/time/business-time.ts';
import { api } from '../../../lib/api/api.ts';
import { useDraft } from '../../../lib/forms/use-draft.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { DraftButtons } from '../../../ui/settings/draft-buttons.tsx';
import { SettingRow } from '../../../ui/settings/setting-row.tsx';
import { SettingsPage } from '../../../ui/settings/settings-page.tsx';
import { SettingsSection } from '../../../ui/settings/settings-section.tsx';
import { ClosedDays } from './closed-days.tsx';
import { applyResponseRules, responseRulesOptions } from './response-rules.ts';
import { WeekFields } from './week-fields.tsx';

/** When the team works, and within which time it wants to answer. */
export function BusinessHoursPage() {
  const rules = useQuery(responseRulesOptions());
  return (
    <SettingsPage
      title={t('business-hours:title')}
      lead={t('business-hours:lead')}
      query={rules}
      errorTitle={t('business-hours:notLoaded')}
      firstSection={t('business-hours:hours.title')}
    >
      {(stored) => <RulesForm stored={stored} />}
    </SettingsPage>
  );
}

function RulesForm({ stored }: { stored: ResponseRules }) {
  const draft = useDraft(stored);
  const { values: rules, set, saved } = draft;
  const saving = useMutation(
    async (sent: ResponseRules) => ({ sent, changed: await api.businessHours.change({ body: sent }) }),
    {
      toast: () => t('business-hours:saved'),
      onSuccess: ({ sent, changed }) => {
        saved(sent, changed);
        applyResponseRules(changed);
      },
    },
  );
  const isValid = ResponseRulesSchema.safeParse(rules).success;
  const change = (changes: Partial<ResponseRules>) => set({ ...rules, ...changes });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(rules);
      }}
    >
      <HoursSection hours={rules.hours} onChange={(hours) => change({ hours })} />
      {rules.hours && (
        <ClosedDays
          days={rules.hours.closedDays}
          onChange={(closedDays) => rules.hours && change({ hours: { ...rules.hours, closedDays } })}
        />
      )}
      <SettingsSection title={t('business-hours:targets.title')}>
        <TargetRow
          of="first"
          minutes={rules.firstResponseMinutes}
          onChange={(firstResponseMinutes) => change({ firstResponseMinutes })}
        />
        <TargetRow
          of="next"
          minutes={rules.nextResponseMinutes}
          onChange={(nextResponseMinutes) => change({ nextResponseMinutes })}
        />
      </SettingsSection>
      <DraftButtons draft={draft} mutation={saving} isValid={isValid} testId="hours-save" />
    </form>
  );
}

const NINE_TO_FIVE = [{ from: 540, to: 1_020 }];

/** What a team starts with: Monday to Friday, nine to five, where this computer is. */
function usualHours(): BusinessHours {
  return {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    week: [[], NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, []],
    closedDays: [],
  };
}

function HoursSection({
  hours,
  onChange,
}: {
  hours: BusinessHours | null;
  onChange: (hours: BusinessHours | null) => void;
}) {
  const labelId = useId();
  // Kept while the other choice is tried.
  const [last, setLast] = useState(() => hours ?? usualHours());
  return (
    <SettingsSection title={t('business-hours:hours.title')}>
      <SettingRow
        label={t('business-hours:hours.label')}
        labelId={labelId}
        description={t('business-hours:hours.hint')}
      >
        <SegmentedControl
          aria-labelledby={labelId}
          data={(['always', 'set'] as const).map((value) => ({
            value,
            label: t(`business-hours:hours.${value}`),
          }))}
          value={hours ? 'set' : 'always'}
          onChange={(value) => {
            if (hours) setLast(hours);
            onChange(value === 'set' ? last : null);
          }}
          data-testid="hours-kind"
        />
      </SettingRow>
      {hours && (
        <>
          <div>
            <Select
              label={t('business-hours:hours.timeZone')}
              data={zonesWith(hours.timeZone)}
              value={hours.timeZone}
              onChange={(timeZone) => timeZone !== null && onChange({ ...hours, timeZone })}
              searchable
              allowDeselect={false}
              maw={360}
              limit={100}
              data-testid="hours-zone"
            />
          </div>
          <WeekFields week={hours.week} onChange={(week) => onChange({ ...hours, week })} />
        </>
      )}
    </SettingsSection>
  );
}

/** The zones to choose from. Computers write some of them, such as UTC, in ways that are not in their own list. */
function zonesWith(chosen: string): string[] {
  return [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
}

const TARGETS = [5, 15, 30, 60, 120, 240, 480, 1_440, 2_880];

function TargetRow({
  of,
  minutes,
  onChange,
}: {
  of: 'first' | 'next';
  minutes: number | null;
  onChange: (minutes: number | null) => void;
}) {
  const labelId = useId();
  // One that a program has set stays a choice.
  const choices = [...new Set([...TARGETS, ...(minutes === null ? [] : [minutes])])].toSorted(
    (a, b) => a - b,
  );
  return (
    <SettingRow
      label={t(`business-hours:targets.${of}`)}
      labelId={labelId}
      description={t(`business-hours:targets.${of}Hint`)}
    >
      <Select
        aria-labelledby={labelId}
        data={[
          { value: '', label: t('business-hours:targets.none') },
          ...choices.map((value) => ({ value: String(value), label: targetText(value) })),
        ]}
        value={minutes === null ? '' : String(minutes)}
        onChange={(value) => onChange(value ? Number(value) : null)}
        allowDeselect={false}
        w={170}
        data-testid={`target-${of}`}
      />
    </SettingRow>
  );
}

function targetText(minutes: number): string {
  return minutes % 60 === 0
    ? t('business-hours:targets.hours', { count: minutes / 60 })
    : t('business-hours:targets.minutes', { count: minutes });
}
