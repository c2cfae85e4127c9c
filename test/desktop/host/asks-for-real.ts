import type { Page } from 'playwright-core';
import type { PagePermission } from './desktop-host.ts';

/** Requests a permission with the page's own APIs. Returns whether it is granted. */
export async function asksForReal(page: Page, permission: PagePermission): Promise<boolean> {
  await page.bringToFront();
  return page.evaluate(async (name) => {
    /** Other errors, such as a missing device, occur only after the permission was granted. */
    const isRefused = (error: unknown) =>
      error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name);
    const allows = (work: Promise<unknown>) =>
      work.then(
        () => true,
        (error) => !isRefused(error),
      );
    const DENIED = 1;
    const ways: Record<PagePermission, () => Promise<boolean>> = {
      notifications: async () => (await Notification.requestPermission()) === 'granted',
      geolocation: () =>
        new Promise((resolve) =>
          navigator.geolocation.getCurrentPosition(
            () => resolve(true),
            ({ code }) => resolve(code !== DENIED),
          ),
        ),
      camera: () => allows(navigator.mediaDevices.getUserMedia({ video: true })),
      microphone: () => allows(navigator.mediaDevices.getUserMedia({ audio: true })),
      midi: () => allows(navigator.requestMIDIAccess({ sysex: true })),
      'clipboard-read': () => allows(navigator.clipboard.readText()),
      'clipboard-sanitized-write': () => allows(navigator.clipboard.writeText('')),
    };
    return ways[name]();
  }, permission);
}
