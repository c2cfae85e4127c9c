import { Menu, type MenuItemConstructorOptions } from 'electron';

/** The application menu: on macOS the keys for copy and paste live there, elsewhere it is out of sight. */
export function setMenu(options: { onSettings(): void; onConnect(): void }): void {
  const isMac = process.platform === 'darwin';
  const file: MenuItemConstructorOptions = {
    label: 'File',
    submenu: [
      { label: 'Add a server…', click: options.onConnect },
      { label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: options.onSettings },
      { type: 'separator' },
      { role: isMac ? 'close' : 'quit' },
    ],
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' as const }] : []),
      file,
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          { role: 'reload' },
          { role: 'toggleDevTools' },
          { type: 'separator' },
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
        ],
      },
      { role: 'windowMenu' },
    ]),
  );
}
