import { noteTakenDraft } from '../../features/inbox/drafts/colleague-drafts.store.ts';
import { noteDraftSignal } from '../../features/inbox/drafts/draft-sync.ts';
import { applyPresence, connectPresence } from '../../features/inbox/presence/presence.store.ts';
import { api } from '../../lib/api/api.ts';
import { openLiveConnection } from '../../lib/api/socket.ts';
import { watchSession } from '../session-watch.ts';
import { setCurrentAt, setLive, setOnline } from './connection.store.ts';
import { createEventStream } from './event-stream.ts';
import { applyEvent } from './realtime.ts';

export { startOfflineWriter } from './offline-writer.ts';

/** The polling interval while the socket is disconnected. */
const POLL_MS = 10_000;
const WAKE_CHECK_MS = 5_000;
/** A timer that fires this late means that the computer was asleep. */
const ASLEEP_MS = 20_000;

export interface LiveOptions {
  /** Who is signed in, and where; see `ownerOf`. */
  owner: string;
  /** The last event that the stores contain. */
  seq: number;
  /** When the stores last matched the server; null means now. */
  staleSince: number | null;
  /** Reloads everything after a gap that cannot be filled. */
  reloadAll(): Promise<void>;
  /** Called when the server is reachable again, and this person is still signed in. */
  onReconnect(): void;
}

export interface Live {
  /** The last event that was applied. */
  seq(): number;
  /** When the stores last matched the server. */
  currentAt(): number;
  stop(): void;
}

/** Connects the stores to the workspace's events until it is stopped. */
export function startLive({ owner, seq, staleSince, reloadAll, onReconnect }: LiveOptions): Live {
  const pause = createPause();
  const session = watchSession(owner);
  const stream = createEventStream(seq, {
    fetchSince,
    apply: applyEvent,
    resync: reloadAll,
    wait: pause.wait,
    onError: (error) => reportError(error),
  });
  let isConnected = false;
  let isUnreachable = false;
  /** Whether the socket is connected and caught up. Every heartbeat then confirms that nothing is missing. */
  let isCurrent = false;
  let currentAt = staleSince ?? Date.now();
  let lastCheck = Date.now();

  const connection = openLiveConnection({
    getTicket: async () => (await api.session.socketTicket({})).ticket,
    onConnect: () => {
      isConnected = true;
      setLive(true);
      connectPresence((signal) => connection.signal(signal));
      void resume();
      void catchUp();
    },
    onDisconnect: () => {
      isConnected = false;
      isCurrent = false;
      connectPresence(null);
      setCurrentAt(currentAt);
      setLive(false);
    },
    onEvent: (envelope) => {
      stream.receive(envelope);
      confirmCurrent();
    },
    onTick: ({ seq }) => {
      stream.noteLatest(seq);
      confirmCurrent();
    },
    onPresence: applyPresence,
    onMember: (signal) => (signal.kind === 'draft' ? noteDraftSignal(signal) : noteTakenDraft(signal)),
  });

  async function resume(): Promise<void> {
    if ((await session.confirm()) && !isStopped) onReconnect();
  }

  async function fetchSince(since: number) {
    try {
      const page = await api.events.since({ query: { since } });
      if (isUnreachable) {
        // Otherwise the socket would reconnect only at its next attempt.
        connection.nudge();
        void resume();
      }
      isUnreachable = false;
      return page;
    } catch (error) {
      isUnreachable = true;
      throw error;
    }
  }

  async function catchUp(): Promise<void> {
    pause.end();
    await stream.catchUp();
    if (isStopped) return;
    isCurrent = isConnected;
    currentAt = Date.now();
    if (!isConnected) setCurrentAt(currentAt);
  }

  function confirmCurrent(): void {
    if (isCurrent) currentAt = Date.now();
  }

  function checkNow(): void {
    connection.nudge();
    void catchUp();
  }

  function handleVisibility(): void {
    if (document.visibilityState === 'visible') checkNow();
  }

  function handleOnline(): void {
    setOnline(true);
    void resume();
    checkNow();
  }

  let isStopped = false;
  const handleOffline = () => setOnline(false);
  const poll = setInterval(() => {
    if (!isConnected && navigator.onLine) void catchUp();
  }, POLL_MS);
  const wake = setInterval(() => {
    if (Date.now() - lastCheck > ASLEEP_MS) checkNow();
    lastCheck = Date.now();
  }, WAKE_CHECK_MS);

  const stopActivity = reportActivity();
  setCurrentAt(currentAt);
  // Missed events are fetched without waiting for the socket.
  if (staleSince !== null) void catchUp();
  setOnline(navigator.onLine);
  document.addEventListener('visibilitychange', handleVisibility);
  window.addEventListener('online', handleOnline);
  window.addEventListener('offline', handleOffline);

  return {
    seq: stream.position,
    currentAt: () => currentAt,
    stop: () => {
      isStopped = true;
      session.stop();
      stopActivity();
      stream.stop();
      pause.end();
      connectPresence(null);
      connection.close();
      clearInterval(poll);
      clearInterval(wake);
      document.removeEventListener('visibilitychange', handleVisibility);
      window.removeEventListener('online', handleOnline);
      window.removeEventListener('offline', handleOffline);
      setLive(false);
    },
  };
}

/** What shows that the person is at the screen. */
const ACTIVITY = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const ACTIVE_EVERY_MS = 60_000;

/** Says to the server that the person is at work, at most once a minute. Returns how to end that. */
function reportActivity(): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = () => {
    // Timers and this clock stand still while the computer sleeps; a person who is back then moves something.
    if (performance.now() - reportedAt < ACTIVE_EVERY_MS) return;
    reportedAt = performance.now();
    // Lost ones are followed by others; who may not answer customers has no availability.
    api.assignment.noteActivity({}).catch(() => undefined);
  };
  for (const name of ACTIVITY) window.addEventListener(name, report, { capture: true, passive: true });
  return () => {
    for (const name of ACTIVITY) window.removeEventListener(name, report, { capture: true });
  };
}

/** A wait that can be ended early. */
interface Pause {
  wait(ms: number): Promise<void>;
  end(): void;
}

function createPause(): Pause {
  let end = () => {};
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}
