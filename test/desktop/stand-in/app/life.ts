import { preventable } from '../navigation.ts';
import { BaseWindow } from '../windows/base-window.ts';
import type { App } from './app.ts';

/** How the app comes up, and the order in which it goes. */
export class Life {
  isReady = false;
  isQuitting = false;
  private readonly app: App;
  private announce: () => void = () => undefined;
  readonly ready = new Promise<void>((resolve) => {
    this.announce = resolve;
  });

  constructor(app: App) {
    this.app = app;
  }

  begin(): void {
    if (this.isQuitting) return;
    this.isReady = true;
    this.app.emit('will-finish-launching');
    this.app.emit('ready', {}, {});
    this.announce();
  }

  /** Main may stop it: before, at each window that does not close, and at the end. */
  quit(): void {
    if (this.isQuitting) return;
    this.isQuitting = true;
    if (!this.ask('before-quit')) return;
    for (const window of BaseWindow.getAllWindows()) {
      window.close();
      if (!window.isDestroyed()) {
        this.isQuitting = false;
        return;
      }
    }
    this.finish();
  }

  /** Main left no window open: without a listener of its own, that ends it. */
  windowClosed(): void {
    if (this.isQuitting || BaseWindow.getAllWindows().length > 0) return;
    if (!this.app.emit('window-all-closed')) this.quit();
  }

  exit(code: number): void {
    for (const window of BaseWindow.getAllWindows()) window.destroy();
    this.app.emit('quit', {}, code);
    // What stands after this call still runs, as in Electron.
    setImmediate(() => process.exit(code));
  }

  private finish(): void {
    if (this.ask('will-quit')) this.exit(0);
  }

  private ask(name: string): boolean {
    const event = preventable({});
    this.app.emit(name, event);
    if (event.defaultPrevented) this.isQuitting = false;
    return !event.defaultPrevented;
  }
}
