import { preventable } from '../navigation.ts';
import { BaseWindow } from '../windows/base-window.ts';
import type { App } from './app.ts';

/** The app's startup, and the order of events when it quits. */
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

  /** Quits. Main can prevent it: before, with each window that does not close, and at the end. */
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

  /** Called when a window has closed. After the last one the app quits, unless main has a listener. */
  windowClosed(): void {
    if (this.isQuitting || BaseWindow.getAllWindows().length > 0) return;
    if (!this.app.emit('window-all-closed')) this.quit();
  }

  exit(code: number): void {
    for (const window of BaseWindow.getAllWindows()) window.destroy();
    this.app.emit('quit', {}, code);
    // Code after this call still runs, as in Electron.
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
