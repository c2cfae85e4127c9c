import { app, protocol } from 'electron';
import { readDesktopConfig } from './config.ts';
import { type Desktop, openDesktop } from './desktop.ts';
import { createHandlers } from './handlers.ts';
import { serveRequests } from './ipc/ipc-server.ts';
import { log, reasonOf } from './lib/logger.ts';
import { deepLinkIn, readDeepLink } from './links/deep-link.ts';
import { openUpdates } from './updates/index.ts';
import { setMenu } from './window/menu.ts';

/** Starts the app: single-instance lock, setup before `ready`, then IPC handlers, the window and updates. */
async function main(): Promise<void> {
  const config = readDesktopConfig(__dirname, app.isPackaged, process.argv, process.env);
  app.setName('Switchboard');
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.enableSandbox();
  app.setAppUserModelId('app.switchboard.desktop');
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);

  let desktop: Desktop | undefined;
  let early = deepLinkIn(process.argv);
  const openLink = (link: ReturnType<typeof readDeepLink>) => {
    if (desktop && link) desktop.openLink(link);
    else if (link) early = link;
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openLink(readDeepLink(url));
  });
  app.on('second-instance', (_event, argv) => {
    desktop?.window.bringToFront();
    openLink(deepLinkIn(argv));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => desktop?.window.bringToFront());

  await app.whenReady();
  app.setAsDefaultProtocolClient('switchboard');
  const opened = await openDesktop(config);
  const updates = openUpdates({
    version: config.version,
    appImage: config.appImage,
    onChange: (state) => opened.sendToAll('updates.changed', state),
  });
  serveRequests(createHandlers(opened, updates), (contents) => {
    const place = opened.views.placeOf(contents);
    return place && { ...place, contents };
  });
  setMenu({
    hasDeveloperTools: config.hasDeveloperTools,
    onSettings: () => opened.sendToAll('menu.settings', null),
    onConnect: () => opened.show(null),
  });
  desktop = opened;

  const shown = opened.places.shown();
  opened.show(shown !== null && opened.places.find(shown) ? shown : null);
  if (!config.isHidden) opened.window.bringToFront();
  if (early) opened.openLink(early);
  opened.settings.apply();
  updates.start();
  app.on('before-quit', () => updates.stop());
}

main().catch((error) => {
  log('startup failed', { reason: reasonOf(error) });
  app.exit(1);
});
