import { EventEmitter } from 'node:events';
import type { Rectangle, WebContentsViewConstructorOptions } from 'electron';
import { knownClass } from '../strict.ts';
import { WebContents } from '../web-contents.ts';

/** A part of a window. */
export class View extends EventEmitter {
  children: View[] = [];
  /** The stand-in's record of the appearance. */
  readonly looks = { backgroundColor: '#FFFFFF', borderRadius: 0 };
  private bounds: Rectangle = { x: 0, y: 0, width: 0, height: 0 };
  private isShown = true;

  addChildView(view: View, index = this.children.length): void {
    this.children = this.children.filter((child) => child !== view);
    this.children.splice(index, 0, view);
  }

  removeChildView(view: View): void {
    this.children = this.children.filter((child) => child !== view);
  }

  setBounds(bounds: Rectangle): void {
    this.bounds = { ...bounds };
    this.emit('bounds-changed');
  }

  getBounds(): Rectangle {
    return { ...this.bounds };
  }

  setVisible(visible: boolean): void {
    this.isShown = visible;
  }

  getVisible(): boolean {
    return this.isShown;
  }

  setBackgroundColor(color: string): void {
    this.looks.backgroundColor = color;
  }

  setBorderRadius(radius: number): void {
    this.looks.borderRadius = radius;
  }
}
knownClass(View);

/** A part of a window that shows a page. Its size is the size of the page. */
export class WebContentsView extends View {
  readonly webContents: WebContents;

  constructor(options: WebContentsViewConstructorOptions = {}) {
    super();
    this.webContents =
      (options.webContents as unknown as WebContents | undefined) ?? new WebContents(options.webPreferences);
  }

  override setBounds(bounds: Rectangle): void {
    super.setBounds(bounds);
    const size = { width: Math.round(bounds.width), height: Math.round(bounds.height) };
    if (size.width <= 0 || size.height <= 0) return;
    this.webContents.target
      .send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })
      .catch(() => undefined);
  }
}
