import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, globalShortcut, session } from 'electron';
import {
  type DesktopSettings,
  DesktopSettingsSchema,
  type SettingsState,
} from '../../../shared/ipc/shapes.ts';
import { UserFacingError } from '../ipc/user-facing-error.ts';
import { jsonFile } from '../lib/json-file.ts';

const DEFAULTS: DesktopSettings = {
  startAtLogin: false,
  staysInTray: true,
  globalShortcut: null,
  spellCheckLanguages: [],
  showsMessageInNotification: true,
};

export interface Settings {
  read(): DesktopSettings;
  state(): SettingsState;
  write(change: Partial<DesktopSettings>): SettingsState;
  /** Applies the settings to the computer, at startup and after each change. */
  apply(): void;
}

export interface SettingsOptions {
  path: string;
  tokenStore: SettingsState['tokenStore'];
  appImage: string | undefined;
  /** Sets the spell checker's languages for the open workspaces. */
  setSpellCheckLanguages(languages: string[]): void;
  onShortcut(): void;
  onChange(state: SettingsState): void;
}

export function openSettings(options: SettingsOptions): Settings {
  const file = jsonFile(options.path, DesktopSettingsSchema, DEFAULTS);
  let registered: string | null = null;

  function state(): SettingsState {
    const settings = file.read();
    return {
      settings,
      availableSpellCheckLanguages: session.defaultSession.availableSpellCheckerLanguages,
      isShortcutActive: settings.globalShortcut !== null && registered === settings.globalShortcut,
      tokenStore: options.tokenStore,
    };
  }

  function register(wanted: string | null): void {
    if (registered !== null) globalShortcut.unregister(registered);
    registered = null;
    if (wanted === null) return;
    try {
      if (globalShortcut.register(wanted, options.onShortcut)) registered = wanted;
    } catch {
      throw new UserFacingError('These keys cannot be a shortcut. Use a letter with Ctrl, Alt or Cmd.');
    }
  }

  return {
    read: file.read,
    state,
    write: (change) => {
      const before = file.read();
      const after = { ...before, ...change };
      if (after.globalShortcut !== before.globalShortcut) register(after.globalShortcut);
      if (after.startAtLogin !== before.startAtLogin) setStartAtLogin(after.startAtLogin, options.appImage);
      const isStored = file.write(after);
      options.setSpellCheckLanguages(after.spellCheckLanguages);
      const changed = state();
      options.onChange(changed);
      if (!isStored)
        throw new UserFacingError(
          'This setting lasts only until the app quits: it could not be saved. Check that the disk is not full.',
        );
      return changed;
    },
    apply: () => {
      const settings = file.read();
      try {
        register(settings.globalShortcut);
      } catch {
        // An old setting that is no longer valid. The settings page shows that it is not active.
      }
      options.setSpellCheckLanguages(settings.spellCheckLanguages);
    },
  };
}

/**
 * Sets whether the app starts at login, hidden in the tray. Linux desktops read a file; on other systems
 * Electron does it.
 * @param appImage the file to start when the app runs from an AppImage: its own path is a mount that
 * disappears when it quits.
 */
function setStartAtLogin(isWanted: boolean, appImage: string | undefined): void {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isWanted, args: ['--hidden'] });
    return;
  }
  const folder = join(app.getPath('appData'), 'autostart');
  const file = join(folder, 'switchboard.desktop');
  if (!isWanted) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, desktopEntry(appImage ?? app.getPath('exe')));
}

/** Returns a freedesktop.org autostart entry, with the path quoted as the specification requires. */
function desktopEntry(executable: string): string {
  const quoted = `"${executable.replace(/(["`$\\])/g, '\\$1')}"`;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Switchboard',
    `Exec=${quoted} --hidden`,
    `Path=${homedir()}`,
    '',
  ].join('\n');
}
