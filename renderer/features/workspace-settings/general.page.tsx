import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import {
  type ChangeWorkspace,
  WorkspaceNameSchema,
  type WorkspaceSettings,
} from '../../../shared/contract/workspace.contract.ts';
import { api, queries } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { CountrySelect } from '../../ui/country-select.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { NameEditor } from '../../ui/settings/name-editor.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { NotLoadedSettings } from '../../ui/settings/setting-states.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import { hoursText } from './hours-text.ts';

/** The general settings of the workspace: its name, its country, and when the team works. */
export function GeneralPage({
  session,
  onChange,
}: {
  session: Session;
  /** Called with the settings that the server has stored. */
  onChange: (settings: WorkspaceSettings) => void;
}) {
  const { name, defaultCountry } = session.workspace;
  return (
    <PageFrame title={t('workspace:settings.title')} lead={t('workspace:settings.lead', { workspace: name })}>
      <SettingsSection title={t('workspace:settings.name.title')}>
        <SettingRow
          label={t('workspace:settings.name.label')}
          description={t('workspace:settings.name.hint')}
        >
          <NameEditor
            name={name}
            schema={WorkspaceNameSchema}
            texts={{
              change: t('workspace:settings.name.change'),
              title: t('workspace:settings.name.dialog'),
              label: t('workspace:settings.name.label'),
              missing: t('workspace:settings.name.missing'),
              changed: t('workspace:settings.name.changed'),
            }}
            autoComplete="organization"
            testId="workspace-name"
            save={(changed) => api.workspace.change({ body: { name: changed } })}
            onSaved={onChange}
          />
        </SettingRow>
      </SettingsSection>
      <SettingsSection title={t('workspace:settings.country')}>
        <DefaultCountry defaultCountry={defaultCountry} onChange={onChange} />
      </SettingsSection>
      <SettingsSection title={t('workspace:settings.time.title')}>
        <WorkingTime />
      </SettingsSection>
    </PageFrame>
  );
}

function DefaultCountry({
  defaultCountry,
  onChange,
}: {
  defaultCountry: WorkspaceSettings['defaultCountry'];
  onChange: (settings: WorkspaceSettings) => void;
}) {
  const saving = useMutation((body: ChangeWorkspace) => api.workspace.change({ body }), {
    toast: () => t('workspace:settings.saved'),
    onSuccess: onChange,
  });
  const id = useId();
  return (
    <SettingRow
      label={t('country.label')}
      labelId={id}
      description={t('country.description')}
      problem={saving.error}
    >
      <CountrySelect
        label={null}
        description={null}
        aria-labelledby={id}
        w={240}
        allowDeselect={false}
        value={defaultCountry}
        onChange={(chosen) => saving.mutate({ defaultCountry: chosen })}
        disabled={saving.isPending}
        data-testid="workspace-country"
      />
    </SettingRow>
  );
}

/** The time zone and the hours, which have a page of their own. Their event replaces the answer. */
function WorkingTime() {
  const rules = useQuery(
    queries.businessHours.get.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }),
  );
  if (!rules.data) return <NotLoadedSettings title={t('business-hours:notLoaded')} query={rules} />;
  const { hours } = rules.data;
  const lines = hours === null ? [t('business-hours:hours.always')] : hoursText(hours.week);
  return (
    <>
      <SettingRow
        label={t('business-hours:hours.timeZone')}
        description={
          <span data-testid="workspace-time-zone">
            {hours === null ? t('workspace:settings.time.noZone') : hours.timeZone.replaceAll('_', ' ')}
          </span>
        }
      />
      <SettingRow
        label={t('business-hours:hours.title')}
        description={
          <Stack gap={2} data-testid="workspace-hours">
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </Stack>
        }
      >
        <Anchor component={Link} to="/settings/business-hours" size="sm" data-testid="workspace-to-hours">
          {t('workspace:settings.time.open')}
        </Anchor>
      </SettingRow>
    </>
  );
}
