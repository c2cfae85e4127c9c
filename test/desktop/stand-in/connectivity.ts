import type { PageTarget } from './page-target.ts';
import { setting } from './setting.ts';

/** Whether the network is off. It does not affect responses from the app's own handlers. */
let isOffline = setting.isOffline;
const targets = new Set<PageTarget>();

export function isOnline(): boolean {
  return !isOffline;
}

/** Applies the network state to a page, starting with its first request. */
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
