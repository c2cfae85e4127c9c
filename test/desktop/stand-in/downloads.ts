import { browser, contextOf } from './browser.ts';
import { preventable } from './navigation.ts';
import { toApp } from './network/addresses.ts';
import { knownOnly } from './strict.ts';
import { WebContents } from './web-contents.ts';

interface Begun {
  frameId: string;
  guid: string;
  url: string;
  suggestedFilename: string;
}

/** Emits `will-download` to main. Allowed downloads are stored in the downloads folder by GUID. */
export async function watchDownloads(): Promise<void> {
  const cdp = await browser();
  cdp.on(undefined, 'Browser.downloadWillBegin', async ({ frameId, guid, url, suggestedFilename }: Begun) => {
    const contents = WebContents.getAllWebContents().find(({ frames }) => frames.get(frameId));
    if (!contents) return;
    const item = knownOnly('DownloadItem', {
      getURL: () => toApp(url),
      getFilename: () => suggestedFilename,
      cancel: () => event.preventDefault(),
    });
    const event = preventable({});
    contents.session.emit('will-download', event, item, contents);
    if (!event.defaultPrevented) return;
    const browserContextId = await contextOf(contents.session.partition);
    await cdp.send('Browser.cancelDownload', { guid, browserContextId }).catch(() => undefined);
  });
}
