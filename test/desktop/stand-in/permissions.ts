import type { Session } from 'electron';
import { browser, contextOf } from './browser.ts';
import { originOf, toBrowser } from './network/addresses.ts';
import type { WebContents } from './web-contents.ts';

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type DeviceHandler = NonNullable<Parameters<Session['setDevicePermissionHandler']>[0]>;
type Permission = Parameters<CheckHandler>[1] | Parameters<RequestHandler>[1];

/** A permission with Electron's name, or with the browser's where Electron has one name for two. */
type Asked = Exclude<Permission, 'media'> | 'camera' | 'microphone';

/** The permissions that can be set in the browser, with the browser's names. */
const NAMES: readonly [asked: Asked, browser: string][] = [
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['camera', 'camera'],
  ['microphone', 'microphone'],
  ['idle-detection', 'idle-detection'],
  ['midi', 'midi'],
  ['display-capture', 'display-capture'],
];
/** What Electron passes for its permission `media`. */
const MEDIA: Partial<Record<Asked, string>> = { camera: 'video', microphone: 'audio' };

/** Main's permission handlers. Grants permissions by default, as Electron does. */
export class PermissionHandlers {
  private request: RequestHandler | null = null;
  private check: CheckHandler | null = null;
  /** Only stored, because the browser offers no devices. */
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

  /** Calls both handlers, as Electron does for a request from a page. */
  async allows(contents: WebContents, asked: Asked): Promise<boolean> {
    const media = MEDIA[asked];
    const permission = media === undefined ? asked : 'media';
    const requestingUrl = contents.getURL();
    const origin = originOf(requestingUrl);
    const page = contents as never;
    const details = {
      ...{ isMainFrame: true, requestingUrl, securityOrigin: origin },
      ...(media !== undefined && { mediaType: media, mediaTypes: [media] }),
    };
    if (this.check && !this.check(page, permission as never, origin, details as never)) return false;
    const { request } = this;
    if (!request) return true;
    return new Promise((resolve) => request(page, permission as never, resolve, details as never));
  }
}

/** Sets main's permissions in the real browser before a document loads. */
export async function applyPermissions(contents: WebContents, url: string): Promise<void> {
  const { session } = contents;
  const cdp = await browser();
  const browserContextId = await contextOf(session.partition);
  const origin = new URL(toBrowser(url)).origin;
  await Promise.all(
    NAMES.map(async ([asked, name]) => {
      const setting = (await session.permissions.allows(contents, asked)) ? 'granted' : 'denied';
      const permission = { name };
      await cdp.send('Browser.setPermission', { permission, setting, origin, browserContextId });
    }),
  );
}
