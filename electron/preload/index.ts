import { contextBridge, ipcRenderer } from 'electron';
import type { BridgePlace, DesktopBridge } from '../../shared/ipc/bridge.ts';
import { PRELOAD_ARGUMENTS, PUSH_NAMES, REQUEST_NAMES } from '../../shared/ipc/names.ts';

/**
 * The page's only interface to the desktop: requests and pushes by name, from fixed lists. No Electron object
 * or event reaches the page.
 */
const bridge: DesktopBridge = {
  platform: process.platform,
  version: argumentAfter(PRELOAD_ARGUMENTS.version) ?? '',
  place: placeOf(argumentAfter(PRELOAD_ARGUMENTS.place)),
  offeredServer: argumentAfter(PRELOAD_ARGUMENTS.offeredServer) ?? null,
  ask: async (name, input) => {
    if (!REQUEST_NAMES.includes(name)) return { ok: false, message: 'The request is unknown to this app.' };
    return ipcRenderer.invoke(name, input);
  },
  listen: (name, listener) => {
    if (!PUSH_NAMES.includes(name)) return () => undefined;
    const forward = (_event: unknown, value: Parameters<typeof listener>[0]) => listener(value);
    ipcRenderer.on(name, forward);
    return () => {
      ipcRenderer.off(name, forward);
    };
  },
};

contextBridge.exposeInMainWorld('desktop', bridge);

function argumentAfter(prefix: string): string | undefined {
  const argument = process.argv.find((candidate) => candidate.startsWith(prefix));
  return argument === undefined ? undefined : decodeURIComponent(argument.slice(prefix.length));
}

function placeOf(text: string | undefined): BridgePlace | null {
  return text === undefined ? null : JSON.parse(text);
}
