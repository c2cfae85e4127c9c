import { browser, contextOf, forgetContext } from './browser.ts';
import { toBrowser } from './network/addresses.ts';
import { openTarget } from './targets.ts';

/** The browser's names for the storages of `clearStorageData`. */
const STORAGES: Record<string, string> = {
  cookies: 'cookies',
  filesystem: 'file_systems',
  indexdb: 'indexeddb',
  localstorage: 'local_storage',
  serviceworkers: 'service_workers',
  cachestorage: 'cache_storage',
};

/** Deletes a whole partition. The browser closes its pages. */
export async function dropStorage(partition: string): Promise<void> {
  const browserContextId = await contextOf(partition);
  await (await browser()).send('Target.disposeBrowserContext', { browserContextId });
  forgetContext(partition);
}

/** Clears the storage of origins. The browser needs a page of the partition for this. */
export async function clearStorage(
  partition: string,
  origins: Iterable<string>,
  storages: readonly string[],
): Promise<void> {
  const cdp = await browser();
  const storageTypes = storages.map((name) => STORAGES[name] ?? name).join(',') || 'all';
  const { targetId, sessionId } = await openTarget(partition);
  await cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
  for (const origin of origins) {
    const mapped = new URL(toBrowser(origin)).origin;
    await cdp.send('Storage.clearDataForOrigin', { origin: mapped, storageTypes }, sessionId);
  }
  if (/all|cookies/.test(storageTypes)) {
    const browserContextId = await contextOf(partition);
    await cdp.send('Storage.clearCookies', { browserContextId });
  }
  await cdp.send('Target.closeTarget', { targetId });
}
