import type { Session } from '../../shared/contract/session.contract.ts';
import { api } from '../lib/api.ts';
import { openLiveConnection } from '../lib/socket.ts';
import { setLive, setOnline } from './connection.store.ts';
import { createEventStream } from './event-stream.ts';
import { applyEvent } from './realtime.ts';

/** While the socket is away, changes still arrive, only slower. */
const POLL_MS = 10_000;
const WAKE_CHECK_MS = 5_000;
/** A timer that comes this late slept with the computer. */
const ASLEEP_MS = 20_000;

export interface LiveOptions {
  /** Loads everything anew after a gap that cannot be filled. */
  reloadAll(): Promise<void>;
  /** The way to the server is open again. */
  onReconnect(): void;
}

/** Connects the stores to the workspace's events until the returned function is called. */
export function startLive(session: Session, { reloadAll, onReconnect }: LiveOptions): () => void {
  const stream = createEventStream(session.seq, {
    fetchSince: (since) => api.events.since({ query: { since } }),
    apply: applyEvent,
    resync: reloadAll,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onFault: (error) => reportError(error),
  });
  let isConnected = false;
  let lastLook = Date.now();

  const connection = openLiveConnection({
    getTicket: async () => (await api.session.socketTicket({})).ticket,
    onConnect: () => {
      isConnected = true;
      setLive(true);
      onReconnect();
      void stream.catchUp();
    },
    onDisconnect: () => {
      isConnected = false;
      setLive(false);
    },
    onEvent: stream.receive,
    onTick: ({ seq }) => stream.noteLatest(seq),
  });

  function lookAgain(): void {
    connection.nudge();
    void stream.catchUp();
  }

  function handleVisibility(): void {
    if (document.visibilityState === 'visible') lookAgain();
  }

  function handleOnline(): void {
    setOnline(true);
    onReconnect();
    lookAgain();
  }

  const handleOffline = () => setOnline(false);
  const poll = setInterval(() => {
    if (!isConnected && navigator.onLine) void stream.catchUp();
  }, POLL_MS);
  const wake = setInterval(() => {
    if (Date.now() - lastLook > ASLEEP_MS) lookAgain();
    lastLook = Date.now();
  }, WAKE_CHECK_MS);

  setOnline(navigator.onLine);
  document.addEventListener('visibilitychange', handleVisibility);
  window.addEventListener('online', handleOnline);
  window.addEventListener('offline', handleOffline);

  return () => {
    stream.stop();
    connection.close();
    clearInterval(poll);
    clearInterval(wake);
    document.removeEventListener('visibilitychange', handleVisibility);
    window.removeEventListener('online', handleOnline);
    window.removeEventListener('offline', handleOffline);
    setLive(false);
  };
}
