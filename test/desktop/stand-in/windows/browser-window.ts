import type { BrowserWindowConstructorOptions } from 'electron';
import { knownOnly } from '../strict.ts';
import type { WebContents } from '../web-contents.ts';
import { BaseWindow } from './base-window.ts';
import { WebContentsView } from './view.ts';

/** A window with one page, which is closed together with the window. */
export class BrowserWindow extends BaseWindow {
  readonly webContents: WebContents;
  private readonly view: WebContentsView;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super(options);
    this.view = new WebContentsView({ webPreferences: options.webPreferences });
    this.webContents = this.view.webContents;
    this.contentView.addChildView(this.view);
    this.fill();
    this.on('resize', () => this.fill());
    this.once('closed', () => this.webContents.close());
    this.webContents.once('dom-ready', () => this.emit('ready-to-show'));
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    const windows = BaseWindow.getAllWindows().filter((window) => window instanceof BrowserWindow);
    return windows.find(({ webContents }) => webContents === contents) ?? null;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  reload(): void {
    this.webContents.reload();
  }

  private fill(): void {
    const { width, height } = this.getBounds();
    this.view.setBounds({ x: 0, y: 0, width, height });
  }
}
knownOnly('BrowserWindow', BrowserWindow);
