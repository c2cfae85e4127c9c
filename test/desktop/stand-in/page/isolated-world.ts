import { knownOnly } from '../strict.ts';
import { BridgeEnd } from './bridge.ts';
import { createIpcRenderer } from './ipc-renderer.ts';
import { isServed, type PageFacts } from './names.ts';

type Preload = (require: (name: string) => unknown, process: object, module: object, exports: object) => void;

/** Runs the preload with the modules and globals of a sandboxed preload in Electron. */
export function start(facts: PageFacts, preload: Preload): void {
  if (!isServed(facts)) return;
  const end = new BridgeEnd(facts.bridge, 'preload');
  let wasExposed = false;
  end.listen<boolean>('exposed', (answer) => {
    wasExposed = answer;
  });
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => {
      end.dispatch('expose', { name, api: end.wrap(api) });
      if (!wasExposed)
        throw new Error('Cannot bind an API on top of an existing property on the window object');
    },
  };
  const electron = {
    contextBridge: knownOnly('contextBridge', contextBridge),
    ipcRenderer: knownOnly('ipcRenderer', createIpcRenderer()),
  };
  const { platform, argv, versions } = facts;
  const process = {
    platform,
    argv,
    versions,
    env: {},
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
  };
  const module = { exports: {} };
  const require = (name: string) => {
    if (name === 'electron') return knownOnly('electron (in a preload)', electron);
    throw new Error(`module not found: ${name}`);
  };
  preload(require, knownOnly('process (in a preload)', process), module, module.exports);
}
