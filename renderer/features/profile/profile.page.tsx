import { Text } from '@mantine/core';
import type { Session } from '../../../shared/contract/session.contract.ts';
import type { Language } from '../../../shared/domain/language.ts';
import { t } from '../../lib/i18n.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { Devices } from './devices.tsx';
import { LanguageRow } from './language-row.tsx';
import { PasswordRow } from './password-row.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** The signed-in person's own settings: who they are, their language and how they sign in. */
export function ProfilePage({
  session,
  onLanguage,
}: {
  session: Session;
  onLanguage: (language: Language) => void;
}) {
  const { user, workspace } = session;
  return (
    <PageFrame title={t('profile:title')} lead={t('profile:lead', { workspace: workspace.name })}>
      <SettingsSection title={t('profile:account.title')}>
        <SettingRow label={t('profile:account.name')} description={t('profile:account.nameHint')}>
          <Text dir="auto">{user.name}</Text>
        </SettingRow>
        <SettingRow label={t('profile:account.email')} description={t('profile:account.emailHint')}>
          <Text>{user.email}</Text>
        </SettingRow>
        <LanguageRow onChoose={onLanguage} />
      </SettingsSection>
      <SettingsSection title={t('profile:password.title')}>
        <PasswordRow email={user.email} />
      </SettingsSection>
      <TwoFactorSection />
      <Devices />
    </PageFrame>
  );
}
