import { Text } from '@mantine/core';
import type { Session } from '../../../shared/contract/session.contract.ts';
import type { WorkspaceSettings } from '../../../shared/contract/workspace.contract.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { CountrySelect } from '../../ui/country-select.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { TwoFactorRule } from './two-factor-rule.tsx';

/** The settings of the whole workspace. */
export function WorkspacePage({
  session,
  onChange,
}: {
  session: Session;
  /** Called with the settings that the server has stored. */
  onChange: (settings: WorkspaceSettings) => void;
}) {
  const saving = useMutation((body: WorkspaceSettings) => api.workspace.change({ body }), {
    onSuccess: onChange,
  });

  return (
    <PageFrame
      title={t('workspace:settings.title')}
      lead={t('workspace:settings.lead', { workspace: session.workspace.name })}
    >
      <SettingsSection title={t('workspace:settings.country')}>
        <div>
          <CountrySelect
            maw={460}
            allowDeselect={false}
            value={session.workspace.defaultCountry}
            onChange={(defaultCountry) => saving.mutate({ defaultCountry })}
            disabled={saving.isPending}
            error={saving.error}
            data-testid="workspace-country"
          />
          <Text size="sm" c="dimmed" mt="xs" role="status">
            {saving.isSuccess && t('workspace:settings.saved')}
          </Text>
        </div>
      </SettingsSection>
      <SettingsSection title={t('workspace:settings.twoFactor.title')}>
        <TwoFactorRule session={session} />
      </SettingsSection>
    </PageFrame>
  );
}
