import type { Page } from 'playwright-core';
import type { AskedPermission } from './desktop-host.ts';

/** Whether a page gets what it asks for, by the ways that pages have. */
export async function asksForReal(page: Page, permission: AskedPermission): Promise<boolean> {
  await page.bringToFront();
  return page.evaluate(async (name) => {
    /** Whatever else goes wrong, a device that is missing for one, comes after the permission. */
    const isRefused = (error: unknown) =>
      error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name);
    const allows = (work: Promise<unknown>) =>
      work.then(
        () => true,
        (error) => !isRefused(error),
      );
    const DENIED = 1;
    const ways: Record<AskedPermission, () => Promise<boolean>> = {
      notifications: async () => (await Notification.requestPermission()) === 'granted',
      geolocation: () =>
        new Promise((resolve) =>
          navigator.geolocation.getCurrentPosition(
            () => resolve(true),
            ({ code }) => resolve(code !== DENIED),
          ),
        ),
      media: () => allows(navigator.mediaDevices.getUserMedia({ audio: true })),
      midi: () => allows(navigator.requestMIDIAccess({ sysex: true })),
      'clipboard-read': () => allows(navigator.clipboard.readText()),
      'clipboard-sanitized-write': () => allows(navigator.clipboard.writeText('')),
    };
    return ways[name]();
  }, permission);
}
