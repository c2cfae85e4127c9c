import { App } from './app/app.ts';
import { ipcMain } from './ipc-main.ts';
import { net } from './network/net.ts';
import { registerSchemesAsPrivileged } from './network/scheme-handlers.ts';
import { Session } from './session.ts';
import { knownOnly } from './strict.ts';
import { globalShortcut } from './system/global-shortcut.ts';
import { Menu, MenuItem } from './system/menu.ts';
import { nativeImage } from './system/native-image.ts';
import { Notification } from './system/notification.ts';
import { onQuitRole } from './system/roles.ts';
import { safeStorage } from './system/safe-storage.ts';
import {
  autoUpdater,
  clipboard,
  dialog,
  nativeTheme,
  powerMonitor,
  screen,
  shell,
} from './system/surroundings.ts';
import { Tray } from './system/tray.ts';
import { WebContents } from './web-contents.ts';
import { BaseWindow } from './windows/base-window.ts';
import { BrowserWindow } from './windows/browser-window.ts';
import { View, WebContentsView } from './windows/view.ts';

export const app = new App();
onQuitRole(app.quit);

/** The module that main gets from `require('electron')`. Unknown members throw an error. */
export const electron = knownOnly('electron', {
  app,
  autoUpdater,
  BaseWindow,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol: knownOnly('protocol', {
    registerSchemesAsPrivileged,
    handle: (...args: Parameters<Session['protocol']['handle']>) =>
      Session.defaultSession.protocol.handle(...args),
    unhandle: (scheme: string) => Session.defaultSession.protocol.unhandle(scheme),
    isProtocolHandled: (scheme: string) => Session.defaultSession.protocol.isProtocolHandled(scheme),
  }),
  safeStorage,
  screen,
  session: Session,
  shell,
  Tray,
  View,
  webContents: WebContents,
  WebContentsView,
});
