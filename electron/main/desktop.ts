import { join } from 'node:path';
import { app, autoUpdater, session } from 'electron';
import type { PushName } from '../../shared/ipc/names.ts';
import type { Pushes } from '../../shared/ipc/pushes.ts';
import type { DesktopConfig } from './config.ts';
import { type AddressChecks, createAddressChecks } from './guards/address-checks.ts';
import type { DeepLink } from './links/deep-link.ts';
import { placeOfLink } from './links/place-of-link.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import { pollUnloaded } from './places/background-watch.ts';
import { createMailbox } from './places/mailbox.ts';
import { createPlaceSessions } from './places/place-sessions.ts';
import { openPlaces, type Places } from './places/places.ts';
import { openTokenVault } from './places/token-vault.ts';
import { openSettings, type Settings } from './settings/settings.ts';
import { backgroundColor, type MainWindow, openMainWindow } from './window/main-window.ts';
import { createPlaceView } from './window/place-view.ts';
import { openUnreadIndicators } from './window/tray.ts';
import { createViews, type Views } from './window/views.ts';

/** The parts that exist for the lifetime of the app. */
export interface Desktop {
  readonly places: Places;
  readonly views: Views;
  readonly window: MainWindow;
  readonly settings: Settings;
  readonly notices: Notices;
  readonly addressChecks: AddressChecks;
  /** Sends a push to every loaded page. */
  sendToAll<Name extends PushName>(name: Name, value: Pushes[Name]): void;
  show(placeId: string | null): void;
  openLink(link: DeepLink): void;
  /** Marks a page as listening, delivers its replies and returns the conversation to open, if any. */
  takeLetters(placeId: string): { conversationId: string } | null;
  /** Forgets a place's session, whether or not the server knows about the sign-out. */
  signedOut(placeId: string): void;
  forget(placeId: string): Promise<void>;
}

const WATCH_MS = 30_000;

/** Builds the app around its window. Makes no network request before the first page starts to load. */
export async function openDesktop(config: DesktopConfig): Promise<Desktop> {
  const data = app.getPath('userData');
  let isQuitting = false;
  const quitting = () => {
    isQuitting = true;
  };
  app.on('before-quit', quitting);
  // A restart into an update closes the windows first. The tray must not keep them open.
  autoUpdater.on('before-quit-for-update', quitting);

  const vault = await openTokenVault(join(data, 'tokens.json'));
  const places = openPlaces({
    path: join(data, 'places.json'),
    vault,
    onChange: (list) => {
      sendToAll('places.changed', list);
      indicators.show(list);
    },
  });
  const addressChecks = createAddressChecks({
    isKnown: (server) =>
      server === config.offeredServer || places.list().some((place) => place.server === server),
  });
  const sessions = createPlaceSessions({
    open: (partition) => session.fromPartition(partition),
    hasDeveloperTools: config.hasDeveloperTools,
    rendererFolder: config.rendererFolder,
    getToken: vault.get,
    onSession: (placeId, token) => {
      vault.set(placeId, token);
      sendToAll('places.changed', places.list());
    },
  });
  const settings = openSettings({
    path: join(data, 'settings.json'),
    tokenStore: vault.kind,
    appImage: config.appImage,
    setSpellCheckLanguages: (languages) => sessions.setSpellCheckLanguages(languages),
    onShortcut: () => window.bringToFront(),
    onChange: (state) => sendToAll('settings.changed', state),
  });
  const window = openMainWindow({
    statePath: join(data, 'window.json'),
    // On a Mac, an app whose window is closed goes on, and the Dock opens the window again.
    hidesOnClose: () => !isQuitting && (process.platform === 'darwin' || settings.read().staysInTray),
  });
  const views = createViews({
    create: (placeId) => {
      const place = placeId === null ? null : places.find(placeId);
      return createPlaceView({
        session: sessions.of(place),
        hasDeveloperTools: config.hasDeveloperTools,
        // Only the connect screen checks addresses.
        onTouched: () => placeId === null && addressChecks.touched(),
        onLoading: () => placeId !== null && mailbox.closed(placeId),
        place,
        preload: config.preload,
        version: config.version,
        offeredServer: config.offeredServer,
        backgroundColor: backgroundColor(),
      });
    },
    present: window.present,
    remove: window.remove,
    idleMs: config.idleMs,
  });
  const indicators = openUnreadIndicators({
    resources: config.resources,
    window: window.window,
    onOpen: (placeId) => {
      if (placeId !== null) show(placeId);
      window.bringToFront();
    },
    onQuit: () => app.quit(),
  });
  const notices = createNotices({
    showsMessage: () => settings.read().showsMessageInNotification,
    onOpen: openConversation,
    onReply: (placeId, reply) => {
      mailbox.post(placeId, { kind: 'reply', ...reply });
      views.load(placeId);
    },
  });
  const mailbox = createMailbox((placeId, letter) => {
    const contents = views.contentsOf(placeId);
    if (letter.kind === 'open') {
      const { kind: _kind, ...link } = letter;
      contents?.send('links.opened', link);
    } else {
      const { kind: _kind, ...reply } = letter;
      contents?.send('notices.replied', reply);
    }
  });

  function sendToAll<Name extends PushName>(name: Name, value: Pushes[Name]): void {
    for (const contents of views.all()) contents.send(name, value);
  }

  function show(placeId: string | null): void {
    places.setShown(placeId);
    views.show(placeId);
  }

  /** Shows a conversation of a place, at one of its messages if a link names one, and loads the place first if necessary. */
  function openConversation(placeId: string, conversationId: string, messageId?: string): void {
    if (!places.find(placeId)) return;
    mailbox.post(placeId, { kind: 'open', conversationId, ...(messageId ? { messageId } : {}) });
    show(placeId);
    window.bringToFront();
  }

  const watch = setInterval(
    () => {
      views.unloadIdle();
      void pollUnloaded({
        places: places.list,
        isLoaded: views.isLoaded,
        sessionOf: sessions.of,
        tokenOf: vault.get,
        onUnread: (place, count) => places.setUnread(place.id, count),
      });
    },
    Math.min(WATCH_MS, config.idleMs),
  );
  watch.unref();
  indicators.show(places.list());

  return {
    places,
    views,
    window,
    settings,
    notices,
    addressChecks,
    sendToAll,
    show,
    openLink: (link) => {
      const place = placeOfLink(link, places.list(), places.shown());
      if (place) openConversation(place.id, link.conversationId, link.messageId ?? undefined);
      else window.bringToFront();
    },
    takeLetters: mailbox.opened,
    signedOut: (placeId) => {
      vault.set(placeId, null);
      notices.clearPlace(placeId);
      mailbox.closed(placeId);
    },
    forget: async (placeId) => {
      notices.clearPlace(placeId);
      const place = places.find(placeId);
      places.remove(placeId);
      show(places.shown());
      views.unload(placeId);
      if (place) await sessions.clear(place);
    },
  };
}
