import type { DesktopBridge } from '../shared/ipc/bridge.ts';

declare global {
  interface Window {
    /** Set by the desktop app's preload script; undefined in a browser. */
    readonly desktop?: DesktopBridge;
  }
}
