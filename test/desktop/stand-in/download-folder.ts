import { browser } from './browser.ts';
import { setting } from './setting.ts';

/** What a context has to be told before its first page. */
export async function allowDownloads(browserContextId: string): Promise<void> {
  await (await browser()).send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    browserContextId,
    downloadPath: setting.downloads,
    eventsEnabled: true,
  });
}
