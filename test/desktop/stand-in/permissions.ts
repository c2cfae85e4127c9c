import type { Session } from 'electron';
import { browser, contextOf } from './browser.ts';
import { originOf, toBrowser } from './network/addresses.ts';
import type { WebContents } from './web-contents.ts';

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type DeviceHandler = NonNullable<Parameters<Session['setDevicePermissionHandler']>[0]>;
type Permission = Parameters<CheckHandler>[1] | Parameters<RequestHandler>[1];

/** The permissions that the browser can be told about, in Electron's words and in its own. */
const NAMES: readonly [electron: Permission, browser: string][] = [
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['idle-detection', 'idle-detection'],
  ['midi', 'midi'],
  ['display-capture', 'display-capture'],
];

/** What main answers when a page requests a permission; like Electron, yes by default. */
export class PermissionHandlers {
  private request: RequestHandler | null = null;
  private check: CheckHandler | null = null;
  /** Kept only: the browser offers no devices. */
  device: DeviceHandler | null = null;

  setRequestHandler(handler: RequestHandler | null): void {
    this.request = handler;
  }

  setCheckHandler(handler: CheckHandler | null): void {
    this.check = handler;
  }

  setDeviceHandler(handler: DeviceHandler | null): void {
    this.device = handler;
  }

  /** As when a page asks, which in Electron goes by both handlers. */
  async allows(contents: WebContents, permission: Permission): Promise<boolean> {
    const requestingUrl = contents.getURL();
    const origin = originOf(requestingUrl);
    const page = contents as never;
    const details = { isMainFrame: true, requestingUrl, securityOrigin: origin };
    if (this.check && !this.check(page, permission as never, origin, details as never)) return false;
    const { request } = this;
    if (!request) return true;
    return new Promise((resolve) => request(page, permission as never, resolve, details as never));
  }
}

/** Makes the real browser answer the document as main would, before it is there. */
export async function applyPermissions(contents: WebContents, url: string): Promise<void> {
  const { session } = contents;
  const cdp = await browser();
  const browserContextId = await contextOf(session.partition);
  const origin = new URL(toBrowser(url)).origin;
  await Promise.all(
    NAMES.map(async ([electron, name]) => {
      const setting = (await session.permissions.allows(contents, electron)) ? 'granted' : 'denied';
      const permission = { name };
      await cdp.send('Browser.setPermission', { permission, setting, origin, browserContextId });
    }),
  );
}
