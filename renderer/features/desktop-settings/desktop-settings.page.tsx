import { MultiSelect } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { SettingsState } from '../../../shared/ipc/shapes.ts';
import { isMac } from '../../lib/desktop/desktop.ts';
import { languageName } from '../../lib/format/language-name.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import classes from './desktop-settings.module.css';
import { changeSettings } from './settings.actions.ts';
import { ShortcutField } from './shortcut-field.tsx';
import { SwitchRow } from './switch-row.tsx';

/** The limit of the main process. */
const MAX_LANGUAGES = 8;

export interface DesktopSettingsPageProps {
  state: SettingsState;
  /** The updates panel, which belongs to another feature. */
  updates: ReactNode;
  actions?: ReactNode;
}

/** The settings of the app on this computer. Every change is saved at once. */
export function DesktopSettingsPage({ state, updates, actions }: DesktopSettingsPageProps) {
  const { settings } = state;
  return (
    <PageFrame title={t('desktop-settings:title')} lead={t('desktop-settings:lead')} actions={actions}>
      <div className={classes.sections}>
        <SettingsSection title={t('desktop-settings:window.title')}>
          <SwitchRow
            name="startAtLogin"
            settings={settings}
            label={t('desktop-settings:window.startAtLogin')}
            description={t('desktop-settings:window.startAtLoginHint')}
          />
          <SwitchRow
            name="staysInTray"
            settings={settings}
            label={t(
              isMac ? 'desktop-settings:window.staysInMenuBar' : 'desktop-settings:window.staysInTray',
            )}
            description={t('desktop-settings:window.staysHint')}
          />
          <ShortcutRow state={state} />
        </SettingsSection>
        <SettingsSection title={t('desktop-settings:notifications.title')}>
          <SwitchRow
            name="showsMessageInNotification"
            settings={settings}
            label={t('desktop-settings:notifications.showMessage')}
            description={t('desktop-settings:notifications.showMessageHint')}
          />
        </SettingsSection>
        <SettingsSection title={t('desktop-settings:spelling.title')}>
          <SpellCheckRow state={state} />
        </SettingsSection>
        <SettingsSection title={t('desktop-settings:signIn.title')}>
          <SignInRow tokenStore={state.tokenStore} />
        </SettingsSection>
        <SettingsSection title={t('desktop-settings:updates')}>{updates}</SettingsSection>
      </div>
    </PageFrame>
  );
}

/** The shortcut that brings the window to the front, and whether another program has taken it. */
function ShortcutRow({ state }: { state: SettingsState }) {
  const labelId = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const saving = useMutation((accelerator: string | null) => changeSettings({ globalShortcut: accelerator }));
  const { globalShortcut } = state.settings;
  const isTaken = globalShortcut !== null && !state.isShortcutActive;

  function showRejection(message: string | null): void {
    setRefusal(message);
    saving.reset();
  }

  return (
    <SettingRow
      label={t('desktop-settings:shortcut.label')}
      labelId={labelId}
      description={t('desktop-settings:shortcut.hint')}
      problem={refusal ?? saving.error ?? (isTaken ? t('desktop-settings:shortcut.taken') : null)}
    >
      <ShortcutField
        labelId={labelId}
        accelerator={globalShortcut}
        onChange={saving.mutate}
        onRejected={showRejection}
      />
    </SettingRow>
  );
}

/** Shows where the session is stored, and so whether it survives a restart of the app. */
function SignInRow({ tokenStore }: Pick<SettingsState, 'tokenStore'>) {
  return tokenStore === 'key-store' ? (
    <SettingRow
      label={t('desktop-settings:signIn.inKeyStore')}
      description={t('desktop-settings:signIn.inKeyStoreHint')}
    />
  ) : (
    <SettingRow
      label={t('desktop-settings:signIn.inMemory')}
      description={t('desktop-settings:signIn.inMemoryHint')}
    />
  );
}

/** The spell check languages of the composer. */
function SpellCheckRow({ state }: { state: SettingsState }) {
  const saving = useMutation((spellCheckLanguages: string[]) => changeSettings({ spellCheckLanguages }));
  const chosen = state.settings.spellCheckLanguages;

  if (state.availableSpellCheckLanguages.length === 0) {
    return (
      <SettingRow
        label={t('desktop-settings:spelling.languages')}
        description={t('desktop-settings:spelling.bySystem')}
      />
    );
  }

  return (
    <div>
      <MultiSelect
        label={t('desktop-settings:spelling.languages')}
        description={t('desktop-settings:spelling.hint', { most: MAX_LANGUAGES })}
        placeholder={chosen.length === 0 ? t('desktop-settings:spelling.placeholder') : undefined}
        data={languageOptions([...state.availableSpellCheckLanguages, ...chosen])}
        value={chosen}
        onChange={saving.mutate}
        maxValues={MAX_LANGUAGES}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('desktop-settings:spelling.noMatch')}
        clearButtonProps={{ 'aria-label': t('desktop-settings:spelling.clear') }}
        error={saving.error}
        comboboxProps={{ shadow: 'md' }}
        data-testid="spell-check"
      />
    </div>
  );
}

/** Returns the languages sorted by name. An unknown code is shown unchanged. */
function languageOptions(codes: readonly string[]): { value: string; label: string }[] {
  return [...new Set(codes)]
    .map((value) => ({ value, label: languageName(value) }))
    .sort((left, right) => left.label.localeCompare(right.label));
}
