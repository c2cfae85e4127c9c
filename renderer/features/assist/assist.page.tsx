import { Anchor, SegmentedControl, Table, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { AssistSettings } from '../../../shared/contract/assist/assist.contract.ts';
import {
  ASSIST_FEATURE_NAMES,
  ASSIST_FEATURES,
  ASSIST_MODES,
  type AssistFeature,
  type AssistMode,
  PROFILE_MAX,
  PROFILE_WORDS_MAX,
} from '../../../shared/domain/assist/features.ts';
import { MODEL_FEATURES } from '../../../shared/domain/assist/qualification.ts';
import { api, queries } from '../../lib/api/api.ts';
import { applyAssistSettings, assistOptions } from '../../lib/assist-settings.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { qualificationOptions, reasonsOf } from '../../lib/qualification.ts';
import { NotLoadedLine } from '../../ui/error-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DraftButtons } from '../../ui/settings/draft-buttons.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { NotLoadedSettings } from '../../ui/settings/setting-states.tsx';
import { SettingsPage } from '../../ui/settings/settings-page.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import { AssistResults } from './assist-results.tsx';
import { OrderFormats, UrgencyRules } from './owner-rules.tsx';

/** Features that are switched on and off only: what they do cannot be compared with what people do. */
const WITHOUT_SHADOW: ReadonlySet<AssistFeature> = new Set<AssistFeature>([
  'check',
  'details',
  'promises',
  'words',
  'rewrite',
  'translate',
  'catchUp',
  'ask',
  'review',
]);

/** What the assistant does in this workspace, and what came of it. */
export function AssistPage() {
  const settings = useQuery(assistOptions());
  return (
    <SettingsPage
      title={t('assist:title')}
      lead={t('assist:lead')}
      query={settings}
      errorTitle={t('assist:notLoaded')}
      firstSection={t('assist:plain.title')}
      rows={6}
    >
      {(stored) => (
        <>
          <Features stored={stored} hasModel={false} />
          <Features stored={stored} hasModel />
          <ProfileForm stored={stored.profile} />
          {stored.modes.marks !== 'off' && <UrgencyRules stored={stored} />}
          {stored.modes.details !== 'off' && <OrderFormats stored={stored.orderFormats} />}
          {stored.modes.afterHours !== 'off' && <AfterHoursLog />}
          <AssistResults />
        </>
      )}
    </SettingsPage>
  );
}

function Features({ stored, hasModel }: { stored: AssistSettings; hasModel: boolean }) {
  const verdicts = useQuery({ ...qualificationOptions(), enabled: hasModel });
  const part = hasModel ? 'model' : 'plain';
  const names = ASSIST_FEATURE_NAMES.filter((name) => ASSIST_FEATURES[name].model === hasModel);
  return (
    <SettingsSection title={t(`assist:${part}.title`)}>
      <p>{t(`assist:${part}.hint`)}</p>
      {hasModel && <NotLoadedLine text={t('assist:verdictsNotLoaded')} query={verdicts} />}
      {names.map((name) => (
        <FeatureRow key={name} name={name} mode={stored.modes[name]} />
      ))}
    </SettingsSection>
  );
}

function FeatureRow({ name, mode }: { name: AssistFeature; mode: AssistMode }) {
  const labelId = useId();
  const saving = useMutation(
    (chosen: AssistMode) => api.assist.change({ body: { modes: { [name]: chosen } } }),
    { onSuccess: applyAssistSettings },
  );
  const notOffered = useNotOffered(name);
  const modes = ASSIST_MODES.filter((one) => one !== 'shadow' || !WITHOUT_SHADOW.has(name));
  return (
    <SettingRow
      label={t(`assist:features.${name}.name`)}
      labelId={labelId}
      description={
        notOffered === null ? (
          t(`assist:features.${name}.hint`)
        ) : (
          <>
            {t(`assist:features.${name}.hint`)}
            <Text size="xs" c="var(--sb-bad)" mt={4} data-testid={`assist-${name}-not-offered`}>
              {notOffered}
            </Text>
          </>
        )
      }
      problem={saving.error ? t('assist:notSaved') : null}
    >
      <SegmentedControl
        aria-labelledby={labelId}
        data={modes.map((value) => ({ value, label: t(`assist:modes.${value}`) }))}
        // A mode that is not offered any more does nothing.
        value={saving.isPending ? saving.variables : modes.includes(mode) ? mode : 'off'}
        disabled={saving.isPending}
        onChange={(value) => saving.mutate(value)}
        data-testid={`assist-${name}`}
      />
    </SettingRow>
  );
}

/** Returns why a feature is not offered with the model that is loaded; null where it is. */
function useNotOffered(name: AssistFeature): string | null {
  const needsModel = MODEL_FEATURES.find((one) => one === name);
  const view = useQuery({ ...qualificationOptions(), enabled: needsModel !== undefined }).data;
  const verdict = needsModel && view?.result?.features[needsModel];
  if (!verdict || verdict.isOffered || !view.model) return null;
  return t('qualification:reasonLine', { model: view.model, reasons: reasonsOf(verdict.figures) });
}

function ProfileForm({ stored }: { stored: string }) {
  const draft = useDraft(stored);
  const { values: profile, set, saved } = draft;
  const saving = useMutation(
    async (sent: string) => ({ sent, settings: await api.assist.change({ body: { profile: sent } }) }),
    {
      toast: () => t('assist:profile.saved'),
      onSuccess: ({ sent, settings }) => {
        saved(sent, settings.profile);
        applyAssistSettings(settings);
      },
    },
  );
  const words = profile.split(/\s+/).filter(Boolean).length;
  const isTooLong = words > PROFILE_WORDS_MAX;
  return (
    <SettingsSection title={t('assist:profile.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(profile);
        }}
      >
        <Textarea
          label={t('assist:profile.label')}
          description={t('assist:profile.hint')}
          placeholder={t('assist:profile.placeholder')}
          error={isTooLong ? t('assist:profile.tooLong', { max: PROFILE_WORDS_MAX }) : null}
          autosize
          minRows={4}
          maxRows={10}
          maxLength={PROFILE_MAX}
          value={profile}
          onChange={(event) => set(event.currentTarget.value)}
          data-testid="assist-profile"
        />
        <Text size="xs" c="dimmed" mt={6}>
          {t('assist:profile.count', { number: formatCount(words), max: PROFILE_WORDS_MAX })}
        </Text>
        <DraftButtons
          draft={draft}
          mutation={saving}
          isValid={!isTooLong}
          saveLabel={t('assist:profile.save')}
          testId="assist-profile-save"
        />
      </form>
    </SettingsSection>
  );
}

/** What saved replies have answered without a person, each with its conversation. */
function AfterHoursLog() {
  const answers = useQuery(queries.afterHours.answers.queryOptions({ input: {} }));
  return (
    <SettingsSection title={t('assist:afterHours.title')}>
      <p>{t('assist:afterHours.hint')}</p>
      {answers.data === undefined ? (
        <NotLoadedSettings title={t('assist:afterHours.notLoaded')} query={answers} />
      ) : answers.data.data.length === 0 ? (
        <p data-testid="after-hours-none">{t('assist:afterHours.none')}</p>
      ) : (
        <Table.ScrollContainer
          minWidth={420}
          // A part that scrolls must be reachable by keyboard.
          scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
        >
          <Table data-testid="after-hours-log">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('assist:afterHours.contact')}</Table.Th>
                <Table.Th>{t('assist:afterHours.reply')}</Table.Th>
                <Table.Th>{t('assist:afterHours.time')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {answers.data.data.map(({ messageId, conversationId, contactName, savedReplyName, at }) => (
                <Table.Tr key={messageId}>
                  <Table.Td>
                    <Anchor
                      inherit
                      dir="auto"
                      renderRoot={(props) => (
                        <Link {...props} to="/inbox/{-$conversationId}" params={{ conversationId }} />
                      )}
                    >
                      {contactName}
                    </Anchor>
                  </Table.Td>
                  <Table.Td dir="auto">{savedReplyName ?? t('assist:afterHours.deleted')}</Table.Td>
                  <Table.Td>
                    <RelativeTime time={at} inWords />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </SettingsSection>
  );
}
