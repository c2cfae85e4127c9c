import Module from 'node:module';
import { installRecorder } from '../host/recorder/install-recorder.ts';
import { askPermission } from './ask-permission.ts';
import { setOffline } from './connectivity.ts';
import { watchDownloads } from './downloads.ts';
import { app, electron } from './electron.ts';
import { notifyHost, serveHost } from './host-channel.ts';

/** The stand-in's entry point. `node --require` loads it before main; it replaces `electron`. */
const modules = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
const load = modules._load;
modules._load = (request, ...rest) =>
  /^electron(\/(main|common))?$/.test(request) ? electron : load.call(Module, request, ...rest);

Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: process.cwd() });
Object.assign(process.versions, { electron: '0.0.0-stand-in', chrome: '0.0.0.0' });

const recorder = installRecorder(electron as never) as unknown as Record<
  string,
  (...args: unknown[]) => unknown
>;
serveHost({
  record: ([name, ...args]: [string, ...unknown[]]) => recorder[name]?.(...args),
  evaluate: ({ work, argument }: { work: string; argument: unknown }) =>
    new Function('electron', 'argument', `return (${work})(electron, argument)`)(electron, argument),
  permission: askPermission,
  offline: setOffline,
});

// By then main has run once, as in Electron before `ready`.
setImmediate(async () => {
  await watchDownloads();
  app.begin();
  notifyHost({ event: 'ready' });
});
