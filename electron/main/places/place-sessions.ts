import { type Session, session } from 'electron';
import { guardPermissions } from '../guards/permissions.ts';
import { serveApp } from '../protocol/app-protocol.ts';
import { belongsToDashboard, isAllowedRequest, liftSession, withToken } from './session-headers.ts';

/** The sessions of all places that were opened since the start, each made once. */
export interface PlaceSessions {
  /** Null: the connect screen's. */
  of(place: PlaceSessionOptions['place']): Session;
  setSpellCheckLanguages(languages: string[]): void;
  /** Deletes what the place has stored on this computer. */
  clear(place: NonNullable<PlaceSessionOptions['place']>): Promise<void>;
}

export interface PlaceSessionsOptions {
  rendererFolder: string;
  getToken(placeId: string): string | null;
  onSession(placeId: string, token: string | null): void;
}

export function createPlaceSessions(options: PlaceSessionsOptions): PlaceSessions {
  const opened = new Map<string, Session>();
  let languages: string[] = [];

  function of(place: PlaceSessionOptions['place']): Session {
    const key = place?.id ?? '';
    const known = opened.get(key);
    if (known) return known;
    const session = openPlaceSession({
      place,
      rendererFolder: options.rendererFolder,
      getToken: () => (place ? options.getToken(place.id) : null),
      onSession: (token) => place && options.onSession(place.id, token),
    });
    setLanguages(session, languages);
    opened.set(key, session);
    return session;
  }

  return {
    of,
    setSpellCheckLanguages: (chosen) => {
      languages = chosen;
      for (const session of opened.values()) setLanguages(session, languages);
    },
    clear: async (place) => {
      const session = of(place);
      opened.delete(place.id);
      await session.clearStorageData();
    },
  };
}

function setLanguages(session: Session, languages: readonly string[]): void {
  const known = new Set(session.availableSpellCheckerLanguages);
  const chosen = languages.filter((language) => known.has(language));
  // Without a choice the system's languages stay as Electron found them; macOS always uses its own.
  if (chosen.length > 0 && process.platform !== 'darwin') session.setSpellCheckerLanguages(chosen);
}

interface PlaceSessionOptions {
  /** Null on the connect screen, which talks to nobody. */
  place: { id: string; server: string } | null;
  rendererFolder: string;
  getToken(): string | null;
  onSession(token: string | null): void;
}

/**
 * The storage and the network of one place: the private scheme, the token on its way out, the session
 * on its way in, and no way to anywhere else. A second wall behind the content security policy.
 */
function openPlaceSession(options: PlaceSessionOptions): Session {
  const { place } = options;
  const server = place?.server ?? null;
  const opened = session.fromPartition(place ? `persist:${place.id}` : 'connect');
  opened.protocol.handle('app', serveApp(options.rendererFolder, server));
  guardPermissions(opened);
  opened.on('will-download', (event) => event.preventDefault());

  opened.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !isAllowedRequest(details.url, server) });
  });
  opened.webRequest.onBeforeSendHeaders((details, answer) => {
    const token = server !== null && belongsToDashboard(details.url, server) ? options.getToken() : null;
    answer({ requestHeaders: withToken(details.requestHeaders, token) });
  });
  opened.webRequest.onHeadersReceived((details, answer) => {
    const { headers, news } = liftSession(details.responseHeaders ?? {});
    // Only the server's own dashboard may begin or end a session; a cookie from elsewhere is dropped.
    if (news && server !== null && belongsToDashboard(details.url, server)) {
      options.onSession(news.kind === 'began' ? news.token : null);
    }
    answer({ responseHeaders: headers });
  });
  return opened;
}
