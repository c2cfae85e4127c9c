import { WebSocket } from 'undici';

type Listener = (params: never) => void;
interface Pending {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** A connection of the browser's debugging protocol: commands, and events by session. */
export interface Cdp {
  send<T = Record<string, unknown>>(method: string, params?: object, session?: string): Promise<T>;
  /** Listens to events of a session; undefined: of the browser. */
  on(session: string | undefined, method: string, listener: Listener): void;
}

export async function connectCdp(endpoint: string): Promise<Cdp> {
  const socket = new WebSocket(endpoint);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`no browser at ${endpoint}`)), { once: true });
  });
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Set<Listener>>();
  let last = 0;

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.id === undefined) {
      for (const listener of listeners.get(keyOf(message.sessionId, message.method)) ?? [])
        listener(message.params as never);
      return;
    }
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result as never);
  });

  return {
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((resolve, reject) => {
        last += 1;
        pending.set(last, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) });
        socket.send(JSON.stringify({ id: last, method, params, sessionId }));
      }),
    on: (session, method, listener) => {
      const key = keyOf(session, method);
      listeners.set(key, (listeners.get(key) ?? new Set()).add(listener));
    },
  };
}

function keyOf(session: string | undefined, method: string): string {
  return `${session ?? ''} ${method}`;
}
