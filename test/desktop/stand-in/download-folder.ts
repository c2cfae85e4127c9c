import { browser } from './browser.ts';
import { setting } from './setting.ts';

/** Allows downloads in a context. Must be called before its first page opens. */
export async function allowDownloads(browserContextId: string): Promise<void> {
  await (await browser()).send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    browserContextId,
    downloadPath: setting.downloads,
    eventsEnabled: true,
  });
}
