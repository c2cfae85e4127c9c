import { join } from 'node:path';
import { app, autoUpdater, net, type Session } from 'electron';
import type { PushName } from '../../shared/ipc/names.ts';
import type { Pushes } from '../../shared/ipc/pushes.ts';
import type { DesktopConfig } from './config.ts';
import type { DeepLink } from './links/deep-link.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import { lookAfterUnloaded } from './places/background-watch.ts';
import { createMailbox } from './places/mailbox.ts';
import { openPlaceSession } from './places/place-session.ts';
import { openPlaces, type Places } from './places/places.ts';
import { openTokenVault, type TokenVault } from './places/token-vault.ts';
import { openSettings, type Settings } from './settings/settings.ts';
import { backgroundColor, type MainWindow, openMainWindow } from './window/main-window.ts';
import { createPlaceView } from './window/place-view.ts';
import { openUnreadSigns } from './window/tray.ts';
import { createViews, type Views } from './window/views.ts';

/** Everything that lives as long as the app does. */
export interface Desktop {
  readonly vault: TokenVault;
  readonly places: Places;
  readonly views: Views;
  readonly window: MainWindow;
  readonly settings: Settings;
  readonly notices: Notices;
  /** Tells every loaded page. */
  tellAll<Name extends PushName>(name: Name, value: Pushes[Name]): void;
  show(placeId: string | null): void;
  /** Shows a conversation of a place, loading the place first if need be. */
  openConversation(placeId: string, conversationId: string): void;
  openLink(link: DeepLink): void;
  /** A page has begun to listen: what waited for it. */
  takeLetters(placeId: string): { conversationId: string } | null;
  /** Nobody is signed in at a place any more, whether or not its server has heard of it. */
  signedOut(placeId: string): void;
  forget(placeId: string): Promise<void>;
  quit(): void;
}

const WATCH_MS = 30_000;

/** Builds the app around its window. Nothing is asked of the network before the first page has begun to load. */
export async function openDesktop(config: DesktopConfig): Promise<Desktop> {
  const data = app.getPath('userData');
  const sessions = new Map<string, Session>();
  let isQuitting = false;
  const quitting = () => {
    isQuitting = true;
  };
  app.on('before-quit', quitting);
  // A restart into an update closes the windows first: the tray must not hold them.
  autoUpdater.on('before-quit-for-update', quitting);

  const vault = await openTokenVault(join(data, 'tokens.json'));
  const places = openPlaces({
    path: join(data, 'places.json'),
    vault,
    onChange: (list) => {
      tellAll('places.changed', list);
      signs.show(list);
    },
  });
  const settings = openSettings({
    path: join(data, 'settings.json'),
    tokenStore: vault.kind,
    appImage: config.appImage,
    setSpellCheckLanguages: (languages) => {
      for (const opened of sessions.values()) spellCheck(opened, languages);
    },
    onShortcut: () => window.bringToFront(),
    onChange: (state) => tellAll('settings.changed', state),
  });
  const window = openMainWindow({
    statePath: join(data, 'window.json'),
    hidesOnClose: () => !isQuitting && settings.read().staysInTray,
  });
  const views = createViews({
    create: (placeId) => {
      const place = placeId === null ? null : places.find(placeId);
      return createPlaceView({
        session: sessionOf(place),
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
  const signs = openUnreadSigns({
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
    onReply: (placeId, conversationId, text) => {
      mailbox.post(placeId, { kind: 'reply', conversationId, text });
      views.load(placeId);
    },
  });
  const mailbox = createMailbox((placeId, letter) => {
    const contents = views.contentsOf(placeId);
    const { conversationId } = letter;
    if (letter.kind === 'open') contents?.send('links.opened', { conversationId });
    else contents?.send('notices.replied', { conversationId, text: letter.text });
  });

  function sessionOf(place: { id: string; server: string } | null): Session {
    const key = place?.id ?? '';
    const known = sessions.get(key);
    if (known) return known;
    const opened = openPlaceSession({
      place,
      rendererFolder: config.rendererFolder,
      getToken: () => (place ? vault.get(place.id) : null),
      onSession: (token) => {
        if (!place) return;
        vault.set(place.id, token);
        tellAll('places.changed', places.list());
      },
    });
    spellCheck(opened, settings.read().spellCheckLanguages);
    sessions.set(key, opened);
    return opened;
  }

  function tellAll<Name extends PushName>(name: Name, value: Pushes[Name]): void {
    for (const contents of views.all()) contents.send(name, value);
  }

  function show(placeId: string | null): void {
    places.setShown(placeId);
    views.show(placeId);
  }

  function openConversation(placeId: string, conversationId: string): void {
    if (!places.find(placeId)) return;
    mailbox.post(placeId, { kind: 'open', conversationId });
    show(placeId);
    window.bringToFront();
  }

  const watch = setInterval(
    () => {
      views.unloadIdle();
      void lookAfterUnloaded({
        places: places.list,
        isLoaded: views.isLoaded,
        fetch: (placeId, path) => {
          const place = places.find(placeId);
          return net.fetch(`${place?.server}${path}`, {
            headers: { Authorization: `Bearer ${vault.get(placeId)}` },
            credentials: 'omit',
            redirect: 'error',
            signal: AbortSignal.timeout(WATCH_MS / 2),
          });
        },
        onUnread: (place, count) => places.setUnread(place.id, count),
      });
    },
    Math.min(WATCH_MS, config.idleMs),
  );
  watch.unref();
  signs.show(places.list());

  return {
    vault,
    places,
    views,
    window,
    settings,
    notices,
    tellAll,
    show,
    openConversation,
    openLink: (link) => {
      const list = places.list();
      const shown = places.shown();
      const fitting = list.filter((place) => link.server === null || place.server === link.server);
      const place = fitting.find((candidate) => candidate.id === shown) ?? fitting[0];
      if (place) openConversation(place.id, link.conversationId);
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
      const opened = place && sessionOf(place);
      places.remove(placeId);
      show(places.shown());
      views.unload(placeId);
      await opened?.clearStorageData();
      sessions.delete(placeId);
    },
    quit: () => app.quit(),
  };
}

function spellCheck(opened: Session, languages: string[]): void {
  const known = new Set(opened.availableSpellCheckerLanguages);
  const chosen = languages.filter((language) => known.has(language));
  // Without a choice the system's languages stay as Electron found them; macOS always uses its own.
  if (chosen.length > 0 && process.platform !== 'darwin') opened.setSpellCheckerLanguages(chosen);
}
