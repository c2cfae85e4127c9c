import { decode, encode } from '../codec.ts';
import { BINDING } from './names.ts';

type Listener = (event: object, ...args: unknown[]) => void;
interface FromMain {
  id?: number;
  channel?: string;
  args?: unknown[];
  value?: unknown;
  error?: string;
}

/** Creates `ipcRenderer` with the binding. Main delivers messages through a function of this world. */
export function createIpcRenderer() {
  const world = globalThis as unknown as Record<string, (text: string) => void>;
  const listeners = new Map<string, Listener[]>();
  const waiting = new Map<number, (answer: FromMain) => void>();
  let last = 0;

  const post = (kind: 'send' | 'invoke' | 'input', channel: string, args: unknown[]) => {
    last += 1;
    world[BINDING]?.(encode({ kind, id: last, url: window.location.href, channel, args }));
    return last;
  };

  // What Electron reports to main: input of the person, not of the page's scripts.
  for (const [name, type] of [
    ['mousedown', 'mouseDown'],
    ['keydown', 'rawKeyDown'],
  ] as const)
    window.addEventListener(name, ({ isTrusted }) => isTrusted && post('input', type, []), true);

  world.standInDeliver = (text) => {
    const message = decode(text) as FromMain;
    if (message.id !== undefined) {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    } else if (message.channel !== undefined) {
      const event = { sender: ipcRenderer, ports: [] };
      for (const listener of listeners.get(message.channel) ?? []) listener(event, ...(message.args ?? []));
    }
  };

  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = post('invoke', channel, args);
        waiting.set(id, ({ value, error }) =>
          error === undefined ? resolve(value) : reject(new Error(error)),
        );
      }),
    send: (channel: string, ...args: unknown[]) => {
      post('send', channel, args);
    },
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    once: (channel: string, listener: Listener) => {
      const once: Listener = (event, ...args) => {
        ipcRenderer.off(channel, once);
        listener(event, ...args);
      };
      return ipcRenderer.on(channel, once);
    },
    off: (channel: string, listener: Listener) => {
      const left = [...(listeners.get(channel) ?? [])];
      const index = left.lastIndexOf(listener);
      if (index >= 0) left.splice(index, 1);
      listeners.set(channel, left);
      return ipcRenderer;
    },
    removeListener: (channel: string, listener: Listener) => ipcRenderer.off(channel, listener),
    removeAllListeners: (channel: string) => {
      listeners.delete(channel);
      return ipcRenderer;
    },
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0,
  };
  return ipcRenderer;
}
