import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { watchInbox } from '../../features/inbox/inbox.lifecycle.ts';
import { offlineCache } from '../../lib/offline/offline.ts';

/** Changes are collected for this long, then written when the page is idle. */
const COLLECT_MS = 500;
const IDLE_MS = 500;
/** Without changes, the time of the last match with the server is still stored at this interval. */
const HEARTBEAT_MS = 60_000;
const PRUNE_MS = 6 * 60 * 60 * 1000;
/** The first pruning waits until startup has finished. */
const FIRST_PRUNE_MS = 30_000;

export interface OfflineWriterOptions {
  session(): Session;
  /** The `seq` of the last event that the stores contain. */
  seq(): number;
  /** Time at which the stores last matched the server, in milliseconds. */
  currentAt(): number;
}

export interface OfflineWriter {
  /** Replaces the stored data, which may have gaps, with the content of the stores. */
  startOver(): void;
  stop(): void;
}

/** Writes the stores to disk, so that the next start shows them immediately. Only in the desktop app. */
export function startOfflineWriter(options: OfflineWriterOptions): OfflineWriter {
  if (!offlineCache.isOn) return { startOver: () => undefined, stop: () => undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle = 0;
  let writing = false;

  function schedule(): void {
    timer ??= setTimeout(() => {
      idle = requestIdleCallback(() => void flush(), { timeout: IDLE_MS });
    }, COLLECT_MS);
  }

  async function flush(): Promise<void> {
    cancel();
    if (writing) return schedule();
    const changes = watch.take();
    if (changes === null) return;
    writing = true;
    await offlineCache.write({
      ...changes,
      session: options.session(),
      seq: options.seq(),
      savedAt: new Date(options.currentAt()).toISOString(),
    });
    writing = false;
  }

  function cancel(): void {
    clearTimeout(timer);
    cancelIdleCallback(idle);
    timer = undefined;
  }

  /** Writes immediately, because the window may close. */
  function handleLeaving(): void {
    if (document.visibilityState === 'hidden') void flush();
  }

  const watch = watchInbox(schedule);
  const heartbeat = setInterval(schedule, HEARTBEAT_MS);
  const prune = () => void offlineCache.prune(Date.now());
  const firstPrune = setTimeout(prune, FIRST_PRUNE_MS);
  const pruneTimer = setInterval(prune, PRUNE_MS);
  const flushNow = () => void flush();
  document.addEventListener('visibilitychange', handleLeaving);
  window.addEventListener('pagehide', flushNow);

  return {
    startOver: watch.startOver,
    stop: () => {
      cancel();
      watch.stop();
      clearInterval(heartbeat);
      clearTimeout(firstPrune);
      clearInterval(pruneTimer);
      document.removeEventListener('visibilitychange', handleLeaving);
      window.removeEventListener('pagehide', flushNow);
    },
  };
}
