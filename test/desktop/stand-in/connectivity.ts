import type { PageTarget } from './page-target.ts';
import { setting } from './setting.ts';

/** Whether there is a network. What Chromium is given by the app's own handlers does not come over it. */
let isOffline = setting.isOffline;
const targets = new Set<PageTarget>();

export function isOnline(): boolean {
  return !isOffline;
}

/** Keeps a page in the same state as everything else, from its first request on. */
export function connect(target: PageTarget): void {
  targets.add(target);
  target.prepare('Network.emulateNetworkConditions', conditions());
}

export async function setOffline(next: boolean): Promise<void> {
  isOffline = next;
  for (const target of targets) if (target.isClosed) targets.delete(target);
  await Promise.all(
    [...targets].map((target) => target.send('Network.emulateNetworkConditions', conditions())),
  );
}

function conditions() {
  return { offline: isOffline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
}
