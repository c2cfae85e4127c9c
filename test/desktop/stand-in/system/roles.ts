import type { MenuItemConstructorOptions } from 'electron';
import { WebContents } from '../web-contents.ts';
import { BaseWindow } from '../windows/base-window.ts';

type Role = NonNullable<MenuItemConstructorOptions['role']>;
interface RoleOf {
  label: string;
  click?: () => void;
  submenu?: MenuItemConstructorOptions[];
}

const page = () => WebContents.getFocusedWebContents();
const window = () => BaseWindow.getFocusedWindow();
const zoom = (change: number) => () => page()?.setZoomLevel((page()?.getZoomLevel() ?? 0) + change);
/** Returns the role of an editing command, which the page executes itself. */
const edits = (label: string, command: string): RoleOf => ({
  label,
  click: () => void page()?.executeJavaScript(`document.execCommand('${command}')`),
});
const roles = (...names: Role[]): MenuItemConstructorOptions[] => names.map((role) => ({ role }));

let quit: () => void = () => undefined;
export function onQuitRole(action: () => void): void {
  quit = action;
}

/** Electron's built-in menu items, with their labels in the stand-in. */
const ROLES: Partial<Record<Role, RoleOf>> = {
  quit: { label: 'Quit', click: () => quit() },
  close: { label: 'Close Window', click: () => window()?.close() },
  minimize: { label: 'Minimize', click: () => window()?.minimize() },
  togglefullscreen: {
    label: 'Toggle Full Screen',
    click: () => window()?.setFullScreen(!window()?.isFullScreen()),
  },
  reload: { label: 'Reload', click: () => page()?.reload() },
  forceReload: { label: 'Force Reload', click: () => page()?.reloadIgnoringCache() },
  toggleDevTools: { label: 'Toggle Developer Tools', click: () => page()?.toggleDevTools() },
  resetZoom: { label: 'Actual Size', click: () => page()?.setZoomLevel(0) },
  zoomIn: { label: 'Zoom In', click: zoom(0.5) },
  zoomOut: { label: 'Zoom Out', click: zoom(-0.5) },
  undo: edits('Undo', 'undo'),
  redo: edits('Redo', 'redo'),
  cut: edits('Cut', 'cut'),
  copy: edits('Copy', 'copy'),
  paste: edits('Paste', 'paste'),
  delete: edits('Delete', 'delete'),
  selectAll: edits('Select All', 'selectAll'),
  about: { label: 'About', click: () => undefined },
  appMenu: { label: 'App', submenu: roles('about', 'quit') },
  fileMenu: { label: 'File', submenu: roles('quit') },
  editMenu: { label: 'Edit', submenu: roles('undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll') },
  viewMenu: {
    label: 'View',
    submenu: roles('reload', 'toggleDevTools', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'),
  },
  windowMenu: { label: 'Window', submenu: roles('minimize', 'close') },
};

export function roleOf(role: Role): RoleOf {
  const found = ROLES[role];
  if (!found) throw new Error(`the stand-in does not know the menu role ${role}`);
  return found;
}
