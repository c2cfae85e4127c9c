import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type TextKey, text } from '../locales/text.ts';

export interface MenuOptions {
  hasDeveloperTools: boolean;
  onSettings(): void;
  onConnect(): void;
}

/** Sets the application menu. macOS needs it for the copy and paste shortcuts; elsewhere it is hidden. */
export function setMenu(options: MenuOptions): void {
  const isMac = process.platform === 'darwin';
  const file: MenuItemConstructorOptions = {
    label: text('file'),
    submenu: [
      { label: text('addServer'), click: options.onConnect },
      { label: text('settings'), accelerator: 'CmdOrCtrl+,', click: options.onSettings },
      { type: 'separator' },
      isMac ? menuItem('close', 'close') : menuItem('quit', 'quit'),
    ],
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' as const }] : []),
      file,
      {
        label: text('edit'),
        submenu: [
          menuItem('undo', 'undo'),
          menuItem('redo', 'redo'),
          { type: 'separator' },
          menuItem('cut', 'cut'),
          menuItem('copy', 'copy'),
          menuItem('paste', 'paste'),
          menuItem('selectAll', 'selectAll'),
        ],
      },
      {
        label: text('view'),
        submenu: [
          menuItem('reload', 'reload'),
          ...(options.hasDeveloperTools ? [menuItem('toggleDevTools', 'developerTools')] : []),
          { type: 'separator' },
          menuItem('resetZoom', 'resetZoom'),
          menuItem('zoomIn', 'zoomIn'),
          menuItem('zoomOut', 'zoomOut'),
          { type: 'separator' },
          menuItem('togglefullscreen', 'fullScreen'),
        ],
      },
      // macOS adds the open windows to this menu.
      { role: 'windowMenu', label: text('window') },
    ]),
  );
}

/** Returns a menu item for a built-in role, with a translated label. */
export function menuItem(role: MenuItemConstructorOptions['role'], key: TextKey): MenuItemConstructorOptions {
  return { role, label: text(key) } as MenuItemConstructorOptions;
}
