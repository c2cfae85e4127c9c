import type { ReactNode } from 'react';
import type { SettingsState } from '../../../shared/ipc/shapes.ts';
import { isMac } from '../../lib/desktop.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import classes from './desktop-settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { ShortcutRow } from './shortcut-row.tsx';
import { SignInRow } from './sign-in-row.tsx';
import { SpellCheckRow } from './spell-check-row.tsx';
import { SwitchRow } from './switch-row.tsx';

export interface DesktopSettingsPageProps {
  state: SettingsState;
  /** The panel of another feature. */
  updates: ReactNode;
  actions?: ReactNode;
}

/** How the app behaves on this computer. Everything counts as soon as it is changed. */
export function DesktopSettingsPage({ state, updates, actions }: DesktopSettingsPageProps) {
  const { settings } = state;
  return (
    <PageFrame
      title="App settings"
      lead="For this computer, and for all workspaces on it. Changes count at once."
      actions={actions}
    >
      <div className={classes.sections}>
        <SettingsSection title="Window">
          <SwitchRow
            name="startAtLogin"
            settings={settings}
            label="Start with the computer"
            description="Switchboard starts out of sight when you log in, so that no message is missed."
          />
          <SwitchRow
            name="staysInTray"
            settings={settings}
            label={isMac ? 'Keep running in the menu bar' : 'Keep running in the tray'}
            description="Closing the window leaves the app running. Without this, closing it ends the app."
          />
          <ShortcutRow state={state} />
        </SettingsSection>
        <SettingsSection title="Notifications">
          <SwitchRow
            name="showsMessageInNotification"
            settings={settings}
            label="Show what the customer wrote"
            description="Without this, a notification says who wrote, and not what."
          />
        </SettingsSection>
        <SettingsSection title="Spell check">
          <SpellCheckRow state={state} />
        </SettingsSection>
        <SettingsSection title="Sign-in">
          <SignInRow tokenStore={state.tokenStore} />
        </SettingsSection>
        <SettingsSection title="Updates">{updates}</SettingsSection>
      </div>
    </PageFrame>
  );
}
