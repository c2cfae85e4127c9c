import { api } from '../../lib/api.ts';
import { openLiveConnection } from '../../lib/socket.ts';
import { setCurrentAt, setLive, setOnline } from './connection.store.ts';
import { createEventStream } from './event-stream.ts';
import { applyEvent } from './realtime.ts';

/** While the socket is away, changes still arrive, only slower. */
const POLL_MS = 10_000;
const WAKE_CHECK_MS = 5_000;
/** A timer that comes this late slept with the computer. */
const ASLEEP_MS = 20_000;

export interface LiveOptions {
  /** The last event that is part of what the stores hold. */
  seq: number;
  /** When what the stores hold was what the server has; null: just now. */
  staleSince: number | null;
  /** Reloads everything after a gap that cannot be filled. */
  reloadAll(): Promise<void>;
  /** The way to the server is open again. */
  onReconnect(): void;
}

export interface Live {
  /** The last event that was applied. */
  seq(): number;
  /** When the stores were last known to hold what the server has. */
  currentAt(): number;
  stop(): void;
}

/** Connects the stores to the workspace's events until it is stopped. */
export function startLive({ seq, staleSince, reloadAll, onReconnect }: LiveOptions): Live {
  const pause = createPause();
  const stream = createEventStream(seq, {
    fetchSince,
    apply: applyEvent,
    resync: reloadAll,
    wait: pause.wait,
    onError: (error) => reportError(error),
  });
  let isConnected = false;
  let isUnreachable = false;
  /** Connected, and caught up since: from here on every sign of life says that nothing is missing. */
  let isCurrent = false;
  let currentAt = staleSince ?? Date.now();
  let lastLook = Date.now();

  const connection = openLiveConnection({
    getTicket: async () => (await api.session.socketTicket({})).ticket,
    onConnect: () => {
      isConnected = true;
      setLive(true);
      onReconnect();
      void catchUp();
    },
    onDisconnect: () => {
      isConnected = false;
      isCurrent = false;
      setCurrentAt(currentAt);
      setLive(false);
    },
    onEvent: (envelope) => {
      stream.receive(envelope);
      noteLife();
    },
    onTick: ({ seq }) => {
      stream.noteLatest(seq);
      noteLife();
    },
  });

  async function fetchSince(since: number) {
    try {
      const page = await api.events.since({ query: { since } });
      if (isUnreachable) {
        // The socket would find out too, at its next attempt.
        connection.nudge();
        onReconnect();
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

  function noteLife(): void {
    if (isCurrent) currentAt = Date.now();
  }

  function lookAgain(): void {
    connection.nudge();
    void catchUp();
  }

  function handleVisibility(): void {
    if (document.visibilityState === 'visible') lookAgain();
  }

  function handleOnline(): void {
    setOnline(true);
    onReconnect();
    lookAgain();
  }

  let isStopped = false;
  const handleOffline = () => setOnline(false);
  const poll = setInterval(() => {
    if (!isConnected && navigator.onLine) void catchUp();
  }, POLL_MS);
  const wake = setInterval(() => {
    if (Date.now() - lastLook > ASLEEP_MS) lookAgain();
    lastLook = Date.now();
  }, WAKE_CHECK_MS);

  setCurrentAt(currentAt);
  // What was missed does not wait for the socket.
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
      stream.stop();
      pause.end();
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

/** A wait that can be cut short, because the reason for waiting is gone. */
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
