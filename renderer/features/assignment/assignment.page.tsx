import { Checkbox, NumberInput, SegmentedControl, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import {
  ASSIGNMENT_MODES,
  type Assignment,
  CAPACITY_MAX,
} from '../../../shared/contract/inbox/assignment.contract.ts';
import { api } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import { QuietTag } from '../../ui/quiet-tag.tsx';
import { DraftButtons } from '../../ui/settings/draft-buttons.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { SettingsPage } from '../../ui/settings/settings-page.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import classes from './assignment.module.css';
import { assignmentOptions } from './assignment.queries.ts';

/** The times that are offered, in minutes. */
const IDLE_CHOICES = [10, 15, 30, 60];

/** What the form changes; the counts of open conversations change by themselves. */
type Rules = Pick<Assignment, 'mode' | 'capacity' | 'onlyInHours' | 'awayAfterMinutes'> & {
  leftOut: readonly string[];
};

/** How conversations are assigned. */
export function AssignmentPage() {
  const assignment = useQuery(assignmentOptions());
  return (
    <SettingsPage
      title={t('assignment:title')}
      lead={t('assignment:lead')}
      query={assignment}
      errorTitle={t('assignment:notLoaded')}
      firstSection={t('assignment:how.title')}
    >
      {(stored) => <AssignmentForm stored={stored} />}
    </SettingsPage>
  );
}

function AssignmentForm({ stored }: { stored: Assignment }) {
  const draft = useDraft(rulesOf(stored));
  const { values: rules, set, saved } = draft;
  const saving = useMutation(
    async (sent: Rules) => {
      const { leftOut, ...others } = sent;
      // One of them may have been removed since.
      const known = leftOut.filter((one) => stored.members.some(({ id }) => id === one));
      return { sent, changed: await api.assignment.change({ body: { ...others, leftOut: known } }) };
    },
    {
      toast: () => t('assignment:saved'),
      onSuccess: ({ sent, changed }) => {
        saved(sent, rulesOf(changed));
        queryClient.setQueryData(assignmentOptions().queryKey, changed);
      },
    },
  );
  const change = (changes: Partial<Rules>) => set({ ...rules, ...changes });
  const isInTurn = rules.mode === 'round_robin';
  const modeId = useId();
  const capacityId = useId();
  const idleId = useId();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(rules);
      }}
    >
      <SettingsSection title={t('assignment:how.title')}>
        <SettingRow
          label={t('assignment:how.mode')}
          labelId={modeId}
          description={t(`assignment:how.hints.${rules.mode}`)}
        >
          <SegmentedControl
            aria-labelledby={modeId}
            data={ASSIGNMENT_MODES.map((value) => ({ value, label: t(`assignment:how.modes.${value}`) }))}
            value={rules.mode}
            onChange={(mode) => change({ mode })}
            data-testid="assignment-mode"
          />
        </SettingRow>
        {isInTurn && (
          <>
            <SettingRow
              label={t('assignment:how.capacity')}
              labelId={capacityId}
              description={t('assignment:how.capacityHint')}
            >
              <NumberInput
                aria-labelledby={capacityId}
                placeholder={t('assignment:how.noLimit')}
                value={rules.capacity ?? ''}
                onChange={(value) => change({ capacity: typeof value === 'number' ? value : null })}
                min={1}
                max={CAPACITY_MAX}
                clampBehavior="strict"
                allowDecimal={false}
                allowNegative={false}
                w={130}
                data-testid="assignment-capacity"
              />
            </SettingRow>
            <Switch
              checked={rules.onlyInHours}
              onChange={({ currentTarget }) => change({ onlyInHours: currentTarget.checked })}
              label={t('assignment:how.onlyInHours')}
              description={t('assignment:how.onlyInHoursHint')}
              data-testid="assignment-hours"
            />
          </>
        )}
      </SettingsSection>
      <SettingsSection title={t('assignment:idle.title')}>
        <SettingRow
          label={t('assignment:idle.label')}
          labelId={idleId}
          description={t('assignment:idle.hint')}
        >
          <Select
            aria-labelledby={idleId}
            data={[
              { value: '', label: t('assignment:idle.never') },
              ...IDLE_CHOICES.map((minutes) => ({
                value: String(minutes),
                label: t('assignment:idle.minutes', { count: minutes }),
              })),
            ]}
            value={String(rules.awayAfterMinutes ?? '')}
            onChange={(value) => change({ awayAfterMinutes: value ? Number(value) : null })}
            allowDeselect={false}
            w={170}
            data-testid="assignment-idle"
          />
        </SettingRow>
      </SettingsSection>
      {isInTurn && (
        <TakingPart
          members={stored.members}
          capacity={rules.capacity}
          leftOut={rules.leftOut}
          onChange={(leftOut) => change({ leftOut })}
        />
      )}
      <DraftButtons draft={draft} mutation={saving} testId="assignment-save" />
    </form>
  );
}

/** The members, to choose who takes part, each with what they have to do now. */
function TakingPart({
  members,
  capacity,
  leftOut,
  onChange,
}: {
  members: Assignment['members'];
  capacity: number | null;
  leftOut: readonly string[];
  onChange: (leftOut: readonly string[]) => void;
}) {
  const mayTake = members.some(({ id, isAway }) => !isAway && !leftOut.includes(id));
  return (
    <SettingsSection title={t('assignment:people.title')}>
      <p className={classes.hint}>{t('assignment:people.hint')}</p>
      <div>
        <ul className={classes.members}>
          {members.map(({ id, name, isAway, openCount }) => (
            <li key={id}>
              <Checkbox
                classNames={{ root: classes.check, body: classes.body }}
                checked={!leftOut.includes(id)}
                onChange={({ currentTarget }) =>
                  onChange(
                    currentTarget.checked ? leftOut.filter((one) => one !== id) : [...leftOut, id].sort(),
                  )
                }
                label={
                  <span className={classes.member}>
                    <InitialsAvatar name={name} seed={id} size={24} />
                    <span className={classes.name} dir="auto">
                      {name}
                    </span>
                    {isAway && <QuietTag>{t('assignment:away')}</QuietTag>}
                  </span>
                }
                data-testid="assignment-member"
              />
              <span className={classes.count} data-full={isFull(openCount, capacity) || undefined}>
                {capacity === null
                  ? t('assignment:people.open', { count: openCount, number: formatCount(openCount) })
                  : t('assignment:people.openOf', {
                      count: openCount,
                      number: formatCount(openCount),
                      capacity: formatCount(capacity),
                    })}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {!mayTake && (
        <p className={classes.warning} role="status">
          {t('assignment:people.nobody')}
        </p>
      )}
    </SettingsSection>
  );
}

function isFull(openCount: number, capacity: number | null): boolean {
  return capacity !== null && openCount >= capacity;
}

function rulesOf({ mode, capacity, onlyInHours, awayAfterMinutes, members }: Assignment): Rules {
  const leftOut = members.filter(({ takesPart }) => !takesPart).map(({ id }) => id);
  return { mode, capacity, onlyInHours, awayAfterMinutes, leftOut: leftOut.sort() };
}
