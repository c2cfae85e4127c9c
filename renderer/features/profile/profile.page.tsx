import { Button, NativeSelect, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { MemberNameSchema } from '../../../shared/contract/access/members.contract.ts';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import type { Language } from '../../../shared/domain/language.ts';
import { api } from '../../lib/api/api.ts';
import { chooseDensity, DENSITIES, useDensity } from '../../lib/density.store.ts';
import { formatDate } from '../../lib/format/format.ts';
import { asLanguage, currentLanguage, LANGUAGES, t } from '../../lib/i18n.ts';
import { chooseUndoSend, readUndoSeconds, UNDO_CHOICES, useUndoSend } from '../../lib/undo-send.store.ts';
import { COLOR_SCHEMES } from '../../ui/color-schemes.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { NameEditor } from '../../ui/settings/name-editor.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { NotLoadedSettings } from '../../ui/settings/setting-states.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import { Devices } from './devices.tsx';
import { Notifications } from './notifications.tsx';
import { PasswordRow } from './password-row.tsx';
import { twoFactorOptions } from './profile.queries.ts';
import { TwoFactorModal, type TwoFactorTask } from './two-factor-modal.tsx';

/** The signed-in person's own settings: who they are, their language and how they sign in. */
export function ProfilePage({
  session,
  onLanguage,
  onSession,
}: {
  session: Session;
  /** Receives the session after a change of the person. */
  onSession: (session: Session) => void;
  onLanguage: (language: Language) => void;
}) {
  const { user, workspace } = session;
  return (
    <PageFrame title={t('profile:title')} lead={t('profile:lead', { workspace: workspace.name })}>
      <SettingsSection title={t('profile:account.title')}>
        <SettingRow label={t('profile:account.name')} description={t('profile:account.nameHint')}>
          <NameEditor
            name={user.name}
            schema={MemberNameSchema}
            texts={{
              change: t('profile:account.changeName'),
              title: t('profile:account.changeName'),
              label: t('profile:account.name'),
              missing: t('profile:account.nameMissing'),
              changed: t('profile:account.nameChanged'),
            }}
            autoComplete="name"
            testId="own-name"
            save={(name) => api.session.changeName({ body: { name } })}
            onSaved={onSession}
          />
        </SettingRow>
        <SettingRow label={t('profile:account.email')} description={t('profile:account.emailHint')}>
          <span>{user.email}</span>
        </SettingRow>
        <LanguageRow onChoose={onLanguage} />
        <AppearanceRow />
        <DensityRow />
        <UndoSendRow />
        <ShortcutsRow />
      </SettingsSection>
      <Notifications />
      <SettingsSection title={t('profile:signIn')}>
        <PasswordRow email={user.email} />
        <TwoFactorRows />
      </SettingsSection>
      <Devices />
    </PageFrame>
  );
}

/** The language of the person's account, on every device. */
function LanguageRow({ onChoose }: { onChoose: (language: Language) => void }) {
  const labelId = useId();
  return (
    <SettingRow
      label={t('profile:account.language')}
      labelId={labelId}
      description={t('profile:account.languageHint')}
    >
      <NativeSelect
        aria-labelledby={labelId}
        data={LANGUAGES}
        value={currentLanguage()}
        onChange={(event) => {
          const language = asLanguage(event.currentTarget.value);
          if (language) onChoose(language);
        }}
        data-testid="profile-language"
      />
    </SettingRow>
  );
}

/** Light, dark, or as the system, on this device. */
function AppearanceRow() {
  const labelId = useId();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SettingRow
      label={t('profile:account.appearance')}
      labelId={labelId}
      description={t('profile:account.appearanceHint')}
    >
      <SegmentedControl
        aria-labelledby={labelId}
        data={COLOR_SCHEMES.map(({ value }) => ({ value, label: t(`colorScheme.${value}`) }))}
        value={colorScheme}
        onChange={setColorScheme}
        data-testid="profile-appearance"
      />
    </SettingRow>
  );
}

/** For how long messages can be undone before they are sent, on this device. */
function UndoSendRow() {
  const labelId = useId();
  const { seconds } = useUndoSend();
  return (
    <SettingRow
      label={t('profile:account.undoSend')}
      labelId={labelId}
      description={t('profile:account.undoSendHint')}
    >
      <SegmentedControl
        aria-labelledby={labelId}
        data={UNDO_CHOICES.map((choice) => ({
          value: String(choice),
          label:
            choice === 0 ? t('profile:account.undoOff') : t('profile:account.undoFor', { count: choice }),
        }))}
        value={String(seconds)}
        onChange={(value) => chooseUndoSend(readUndoSeconds(value))}
        data-testid="profile-undo-send"
      />
    </SettingRow>
  );
}

/** The keys of commands have a page of their own. */
function ShortcutsRow() {
  return (
    <SettingRow label={t('profile:account.shortcuts')} description={t('profile:account.shortcutsHint')}>
      <Button component={Link} to="/settings/shortcuts" variant="default" data-testid="profile-shortcuts">
        {t('profile:account.shortcutsOpen')}
      </Button>
    </SettingRow>
  );
}

/** How close together the rows of lists are, on this device. */
function DensityRow() {
  const labelId = useId();
  const { density } = useDensity();
  return (
    <SettingRow
      label={t('profile:account.density')}
      labelId={labelId}
      description={t('profile:account.densityHint')}
    >
      <SegmentedControl
        aria-labelledby={labelId}
        data={DENSITIES.map((value) => ({ value, label: t(`profile:account.densities.${value}`) }))}
        value={density}
        onChange={chooseDensity}
        data-testid="profile-density"
      />
    </SettingRow>
  );
}

/** The person's second factor: on or off, and the recovery codes. */
function TwoFactorRows() {
  const state = useQuery(twoFactorOptions());
  const [task, setTask] = useState<TwoFactorTask | null>(null);
  const twoFactor = state.data;

  return (
    <>
      <NotLoadedSettings title={t('profile:twoFactor.loadFailed')} query={state} />
      {twoFactor && (
        <SettingRow label={t('profile:twoFactor.title')} description={twoFactorText(twoFactor)}>
          {twoFactor.enabledAt === null ? (
            <Button onClick={() => setTask('turn-on')} data-testid="two-factor-on">
              {t('profile:twoFactor.turnOn')}
            </Button>
          ) : (
            !twoFactor.isRequired && (
              <Button variant="default" onClick={() => setTask('turn-off')} data-testid="two-factor-off">
                {t('profile:twoFactor.turnOff')}
              </Button>
            )
          )}
        </SettingRow>
      )}
      {twoFactor?.isEnabled && (
        <SettingRow
          label={t('profile:twoFactor.recovery')}
          description={t('profile:twoFactor.left', { count: twoFactor.recoveryCodesLeft })}
        >
          <Button variant="default" onClick={() => setTask('renew-codes')} data-testid="recovery-codes-renew">
            {t('profile:twoFactor.renew')}
          </Button>
        </SettingRow>
      )}
      <TwoFactorModal task={task} onClose={() => setTask(null)} />
    </>
  );
}

function twoFactorText({ enabledAt, isRequired }: { enabledAt: string | null; isRequired: boolean }): string {
  const state =
    enabledAt === null
      ? t('profile:twoFactor.off')
      : t('profile:twoFactor.on', { date: formatDate(enabledAt) });
  return isRequired ? `${state} ${t('profile:twoFactor.required')}` : state;
}
