import { Button, Checkbox, MultiSelect, SegmentedControl, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import {
  REHEARSAL_LANGUAGES,
  REHEARSAL_MEMBERS_MAX,
  REHEARSAL_MINUTES,
  REHEARSAL_PACES,
  REHEARSAL_SCRIPTS,
  type RehearsalLanguage,
  type RehearsalPace,
  type RehearsalScript,
} from '../../../shared/domain/rehearsal/rehearsal.ts';
import { api } from '../../lib/api/api.ts';
import { useColleagues } from '../../lib/colleagues.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { NotLoaded } from '../../ui/error-state.tsx';
import { MutationError } from '../../ui/mutation-button.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import classes from './rehearsal.module.css';
import { noteRehearsal } from './rehearsal.queries.ts';

/** What is chosen at first: three customers of different moods. */
const FIRST_SCRIPTS: readonly RehearsalScript[] = ['late_order', 'wrong_item', 'price'];

/** Chooses who writes, in which language and how fast, and who practices; then starts the rehearsal. */
export function StartForm({ session: { user } }: { session: Session }) {
  const navigate = useNavigate();
  const [scripts, setScripts] = useState<readonly string[]>(FIRST_SCRIPTS);
  const [language, setLanguage] = useState<RehearsalLanguage>(
    t('rehearsals:ownLanguage') === 'pt' ? 'pt' : 'en',
  );
  const [pace, setPace] = useState<RehearsalPace>('normal');
  const [minutes, setMinutes] = useState<(typeof REHEARSAL_MINUTES)[number]>(10);
  const [memberIds, setMemberIds] = useState<string[]>([user.id]);
  const ids = { scripts: useId(), language: useId(), pace: useId(), minutes: useId(), members: useId() };
  const chosen = REHEARSAL_SCRIPTS.filter((script) => scripts.includes(script));
  const starting = useMutation(
    () => api.rehearsals.start({ body: { scripts: chosen, language, pace, minutes, memberIds } }),
    {
      onSuccess: (started) => {
        noteRehearsal(started);
        void navigate({
          to: '/settings/rehearsals/$rehearsalId',
          params: { rehearsalId: started.id },
        });
      },
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        starting.mutate();
      }}
      className={classes.form}
      data-testid="rehearsal-form"
    >
      <fieldset className={classes.scripts} aria-labelledby={ids.scripts}>
        <div className={classes.scriptsHead}>
          <Text fw={600} id={ids.scripts}>
            {t('rehearsals:start.scripts')}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setScripts(chosen.length === REHEARSAL_SCRIPTS.length ? [] : REHEARSAL_SCRIPTS)}
            data-testid="rehearsal-all"
          >
            {t(chosen.length === REHEARSAL_SCRIPTS.length ? 'rehearsals:start.none' : 'rehearsals:start.all')}
          </Button>
        </div>
        <Checkbox.Group value={[...scripts]} onChange={setScripts}>
          <div className={classes.choices}>
            {REHEARSAL_SCRIPTS.map((script) => (
              <Checkbox
                key={script}
                value={script}
                label={t(`rehearsals:scripts.${script}.name`)}
                description={t(`rehearsals:scripts.${script}.hint`)}
                data-testid={`script-${script}`}
              />
            ))}
          </div>
        </Checkbox.Group>
      </fieldset>
      <SettingRow
        label={t('rehearsals:start.language')}
        labelId={ids.language}
        description={t('rehearsals:start.languageHint')}
      >
        <SegmentedControl
          aria-labelledby={ids.language}
          data={REHEARSAL_LANGUAGES.map((value) => ({ value, label: t(`rehearsals:languages.${value}`) }))}
          value={language}
          onChange={setLanguage}
          data-testid="rehearsal-language"
        />
      </SettingRow>
      <SettingRow
        label={t('rehearsals:start.pace')}
        labelId={ids.pace}
        description={t(`rehearsals:paceHints.${pace}`)}
      >
        <SegmentedControl
          aria-labelledby={ids.pace}
          data={REHEARSAL_PACES.map((value) => ({ value, label: t(`rehearsals:paces.${value}`) }))}
          value={pace}
          onChange={setPace}
          data-testid="rehearsal-pace"
        />
      </SettingRow>
      <SettingRow
        label={t('rehearsals:start.minutes')}
        labelId={ids.minutes}
        description={t('rehearsals:start.minutesHint')}
      >
        <SegmentedControl
          aria-labelledby={ids.minutes}
          data={REHEARSAL_MINUTES.map((value) => ({
            value: String(value),
            label: t('rehearsals:minutes', { count: value, number: formatCount(value) }),
          }))}
          value={String(minutes)}
          onChange={(value) => setMinutes(REHEARSAL_MINUTES.find((one) => String(one) === value) ?? 10)}
        />
      </SettingRow>
      <Members
        isFixed={user.role === 'staff'}
        labelId={ids.members}
        chosen={memberIds}
        onChange={setMemberIds}
      />
      <MutationError mutation={starting} />
      <Button
        type="submit"
        className={classes.start ?? ''}
        leftSection={<IconPlayerPlay size={18} />}
        disabled={chosen.length === 0 || memberIds.length === 0}
        loading={starting.isPending}
        data-testid="rehearsal-start"
      >
        {t('rehearsals:start.start', { count: chosen.length, number: formatCount(chosen.length) })}
      </Button>
    </form>
  );
}

/** Who gets the conversations. Staff practice by themselves. */
function Members({
  isFixed,
  labelId,
  chosen,
  onChange,
}: {
  isFixed: boolean;
  labelId: string;
  chosen: string[];
  onChange: (ids: string[]) => void;
}) {
  const { colleagues, ...query } = useColleagues();
  if (isFixed)
    return <SettingRow label={t('rehearsals:start.members')} description={t('rehearsals:start.onlyYou')} />;
  return (
    <SettingRow
      label={t('rehearsals:start.members')}
      labelId={labelId}
      description={t('rehearsals:start.membersHint')}
    >
      {query.error && !query.isLoaded ? (
        <NotLoaded title={t('inbox:work.colleaguesNotLoaded')} query={query} />
      ) : (
        <MultiSelect
          className={classes.members ?? ''}
          aria-labelledby={labelId}
          data={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={onChange}
          maxValues={REHEARSAL_MEMBERS_MAX}
          searchable
          hidePickedOptions
          placeholder={chosen.length === 0 ? t('rehearsals:start.choose') : ''}
          data-testid="rehearsal-members"
        />
      )}
    </SettingRow>
  );
}
