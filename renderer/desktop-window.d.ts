import type { DesktopBridge } from '../shared/ipc/bridge.ts';

declare global {
  interface Window {
    /** Put there by the desktop's preload; absent in a browser. */
    readonly desktop?: DesktopBridge;
  }
}
