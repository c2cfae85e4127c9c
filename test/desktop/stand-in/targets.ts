import { browser, contextOf, isOurs } from './browser.ts';
import type { Cdp } from './cdp.ts';
import { allowDownloads } from './download-folder.ts';
import { notifyHost } from './host-channel.ts';

export interface TargetWatcher {
  onKnown?(targetId: string): void;
  onTitle?(title: string): void;
  /** Called when the page is closed, by anyone. */
  onClosed?(): void;
}

interface Attached {
  sessionId: string;
  targetInfo: { targetId: string; browserContextId?: string };
}

interface Changed {
  targetInfo: { targetId: string; title: string };
}

const sessions = new Map<string, (sessionId: string) => void>();
const early = new Map<string, string>();
const watchers = new Map<string, TargetWatcher>();
let watching: Promise<Cdp> | undefined;

/** Opens an empty page in the storage of a partition and attaches to it. */
export async function openTarget(
  partition: string,
  watcher: TargetWatcher = {},
): Promise<{ targetId: string; sessionId: string }> {
  watching ??= watchTargets();
  const cdp = await watching;
  const browserContextId = await contextOf(partition);
  await allowDownloads(browserContextId);
  const params = { url: 'about:blank', browserContextId, newWindow: true };
  const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', params);
  watchers.set(targetId, watcher);
  notifyHost({ event: 'target', id: targetId });
  const known = early.get(targetId);
  const sessionId = known ?? (await new Promise<string>((resolve) => sessions.set(targetId, resolve)));
  return { targetId, sessionId };
}

/** Attaches to all new pages. Our pages wait until they are prepared; pages of other apps are released. */
async function watchTargets(): Promise<Cdp> {
  const cdp = await browser();
  cdp.on(undefined, 'Target.attachedToTarget', ({ sessionId, targetInfo }: Attached) => {
    const { targetId, browserContextId } = targetInfo;
    const quietly = (work: Promise<unknown>) => work.catch(() => undefined);
    if (!isOurs(browserContextId)) {
      quietly(cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId));
      quietly(cdp.send('Target.detachFromTarget', { sessionId }));
    } else {
      early.set(targetId, sessionId);
      sessions.get(targetId)?.(sessionId);
    }
  });
  cdp.on(undefined, 'Target.targetInfoChanged', ({ targetInfo }: Changed) => {
    watchers.get(targetInfo.targetId)?.onTitle?.(targetInfo.title);
  });
  cdp.on(undefined, 'Target.detachedFromTarget', ({ targetId }: { targetId: string }) => {
    watchers.get(targetId)?.onClosed?.();
    watchers.delete(targetId);
  });
  const filter = [{ type: 'page' }];
  await cdp.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter,
  });
  return cdp;
}
