import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { knownClass } from '../strict.ts';
import { BaseWindow } from '../windows/base-window.ts';
import { roleOf } from './roles.ts';

/** A menu item. */
export class MenuItem {
  id: string;
  label: string;
  sublabel: string;
  toolTip: string;
  type: string;
  role: MenuItemConstructorOptions['role'];
  accelerator: string | undefined;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  icon: MenuItemConstructorOptions['icon'];
  submenu: Menu | undefined;
  click: (...args: unknown[]) => void;

  constructor(options: MenuItemConstructorOptions) {
    const role = options.role && roleOf(options.role);
    const submenu = options.submenu ?? role?.submenu;
    const click = role?.click ?? options.click;
    this.id = options.id ?? '';
    this.role = options.role;
    this.label = options.label ?? role?.label ?? '';
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.type = options.type ?? (submenu ? 'submenu' : 'normal');
    this.accelerator = options.accelerator as string | undefined;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.icon = options.icon;
    this.submenu = Array.isArray(submenu)
      ? Menu.buildFromTemplate(submenu)
      : (submenu as unknown as Menu | undefined);
    this.click = () => {
      if (!this.enabled) return;
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (this.type === 'radio') this.checked = true;
      click?.(this as never, BaseWindow.getFocusedWindow() as never, {} as never);
    };
  }
}
knownClass(MenuItem);

let applicationMenu: Menu | null = null;

/** An app menu, tray menu or context menu. */
export class Menu extends EventEmitter {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (MenuItemConstructorOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const entry of template) menu.append(entry instanceof MenuItem ? entry : new MenuItem(entry));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }

  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item);
  }

  getMenuItemById(id: string): MenuItem | null {
    const below = this.items.map(({ submenu }) => submenu?.getMenuItemById(id));
    return this.items.find((item) => item.id === id) ?? below.find(Boolean) ?? null;
  }

  popup(): void {
    this.emit('menu-will-show', {});
  }

  closePopup(): void {
    this.emit('menu-will-close', {});
  }
}
knownClass(Menu);
