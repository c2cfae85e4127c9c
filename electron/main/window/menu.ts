import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type TextKey, text } from '../locales/text.ts';

/** The application menu: on macOS the keys for copy and paste live there, elsewhere it is out of sight. */
export function setMenu(options: { onSettings(): void; onConnect(): void }): void {
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
          menuItem('toggleDevTools', 'developerTools'),
          { type: 'separator' },
          menuItem('resetZoom', 'resetZoom'),
          menuItem('zoomIn', 'zoomIn'),
          menuItem('zoomOut', 'zoomOut'),
          { type: 'separator' },
          menuItem('togglefullscreen', 'fullScreen'),
        ],
      },
      // On macOS the system adds the open windows to this one.
      { role: 'windowMenu', label: text('window') },
    ]),
  );
}

/** What the system does by itself, under a name in the language of the menu. */
export function menuItem(role: MenuItemConstructorOptions['role'], key: TextKey): MenuItemConstructorOptions {
  return { role, label: text(key) } as MenuItemConstructorOptions;
}
