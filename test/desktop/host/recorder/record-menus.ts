import type * as Electron from 'electron';

export interface RecordedMenuItem {
  label: string;
  type: string;
  role: string | null;
  accelerator: string | null;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  submenu: RecordedMenuItem[] | null;
}
export interface RecordedTray {
  tooltip: string;
  menu: RecordedMenuItem[];
}

/** Records the app menu, the tray menu and the last context menu. */
export function recordMenus({ Menu, Tray }: typeof Electron) {
  let tray: Electron.Tray | null = null;
  let trayMenu: Electron.Menu | null = null;
  let tooltip = '';
  let popup: Electron.Menu | null = null;

  const { setContextMenu, setToolTip, destroy } = Tray.prototype;
  Tray.prototype.setContextMenu = function set(this: Electron.Tray, menu) {
    tray = this;
    trayMenu = menu;
    setContextMenu.call(this, menu);
  };
  Tray.prototype.setToolTip = function set(this: Electron.Tray, text) {
    tray = this;
    tooltip = text;
    setToolTip.call(this, text);
  };
  Tray.prototype.destroy = function end(this: Electron.Tray) {
    tray = null;
    destroy.call(this);
  };
  Menu.prototype.popup = function open(this: Electron.Menu) {
    popup = this;
  };

  const needTray = () => {
    if (!tray) throw new Error('there is no tray icon');
    return tray;
  };
  const menus = () => [Menu.getApplicationMenu(), tray ? trayMenu : null, popup];
  const click = (menu: Electron.Menu | null, path: readonly string[]) => {
    const item = menu ? find(menu, path) : undefined;
    item?.click();
    return Boolean(item);
  };

  return {
    tray: (): RecordedTray => {
      needTray();
      return { tooltip, menu: describe(trayMenu) };
    },
    clickTray: (path: string[]) => {
      const icon = needTray();
      if (path.length === 0) icon.emit('click', {} as never, {} as never, {} as never);
      else if (!click(trayMenu, path)) throw new Error(`the tray has no ${path.join(' > ')}`);
    },
    applicationMenu: (): RecordedMenuItem[] => describe(Menu.getApplicationMenu()),
    contextMenu: (): RecordedMenuItem[] => describe(popup),
    clickMenu: (path: string[]) => {
      if (menus().some((menu) => click(menu, path))) return;
      const labels = menus().map((menu) => describe(menu).map(({ label }) => label));
      throw new Error(`no menu has ${path.join(' > ')}; there are ${JSON.stringify(labels)}`);
    },
  };
}

/** Finds an item by labels. Ignores the `&` of access keys. */
function find(menu: Electron.Menu, [first, ...rest]: readonly string[]): Electron.MenuItem | undefined {
  const item = menu.items.find(({ label, visible }) => visible && label.replaceAll('&', '') === first);
  if (rest.length === 0 || !item) return item;
  return item.submenu ? find(item.submenu, rest) : undefined;
}

function describe(menu: Electron.Menu | null): RecordedMenuItem[] {
  return (menu?.items ?? []).map((item) => ({
    label: item.label,
    type: item.type,
    role: item.role ?? null,
    accelerator: item.accelerator ? String(item.accelerator) : null,
    enabled: item.enabled,
    visible: item.visible,
    checked: item.checked,
    submenu: item.submenu ? describe(item.submenu) : null,
  }));
}
