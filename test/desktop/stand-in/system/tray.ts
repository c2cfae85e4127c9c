import { EventEmitter } from 'node:events';
import type { NativeImage } from 'electron';
import { knownClass } from '../strict.ts';
import type { Menu } from './menu.ts';

/** The tray icon. */
export class Tray extends EventEmitter {
  image: NativeImage | string;
  private toolTip = '';
  private menu: Menu | null = null;
  private isRemoved = false;

  constructor(image: NativeImage | string) {
    super();
    this.image = image;
  }

  setImage(image: NativeImage | string): void {
    this.image = image;
  }

  setPressedImage(): void {}

  setToolTip(toolTip: string): void {
    this.toolTip = toolTip;
  }

  getToolTip(): string {
    return this.toolTip;
  }

  setTitle(): void {}

  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
  }

  popUpContextMenu(): void {
    this.menu?.popup();
  }

  setIgnoreDoubleClickEvents(): void {}

  getBounds = () => ({ x: 0, y: 0, width: 16, height: 16 });

  displayBalloon(): void {}

  destroy(): void {
    this.isRemoved = true;
  }

  isDestroyed(): boolean {
    return this.isRemoved;
  }
}
knownClass(Tray);
