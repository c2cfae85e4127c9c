import type { Session } from 'electron';
import { guardPermissions } from '../guards/permissions.ts';
import { serveApp } from '../protocol/app-protocol.ts';
import {
  belongsToDashboard,
  extractSession,
  isAllowedRequest,
  tokenFor,
  withToken,
} from './session-headers.ts';

/** The Electron sessions of all places opened since startup. Each is created once. */
export interface PlaceSessions {
  /** Returns the session of a place; null: of the connect screen. */
  of(place: PlaceSessionOptions['place']): Session;
  setSpellCheckLanguages(languages: string[]): void;
  /** Deletes the data that the place has stored on this computer. */
  clear(place: NonNullable<PlaceSessionOptions['place']>): Promise<void>;
}

export interface PlaceSessionsOptions {
  /** Opens the Electron session of a partition. */
  open(partition: string): Session;
  rendererFolder: string;
  getToken(placeId: string): string | null;
  onSession(placeId: string, token: string | null): void;
  hasDeveloperTools: boolean;
}

export function createPlaceSessions(options: PlaceSessionsOptions): PlaceSessions {
  const opened = new Map<string, Session>();
  let languages: string[] = [];

  function of(place: PlaceSessionOptions['place']): Session {
    const key = place?.id ?? '';
    const known = opened.get(key);
    if (known) return known;
    const session = preparePlaceSession(options.open(place ? `persist:${place.id}` : 'connect'), {
      place,
      hasDeveloperTools: options.hasDeveloperTools,
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
      // What the partition keeps besides storage: responses, passwords of proxies, and names of servers.
      await Promise.all([
        session.clearStorageData(),
        session.clearCache(),
        session.clearAuthCache(),
        session.clearHostResolverCache(),
      ]);
    },
  };
}

function setLanguages(session: Session, languages: readonly string[]): void {
  const known = new Set(session.availableSpellCheckerLanguages);
  const chosen = languages.filter((language) => known.has(language));
  // Without a choice, Electron's defaults from the system apply. macOS always uses its own languages.
  if (chosen.length > 0 && process.platform !== 'darwin') session.setSpellCheckerLanguages(chosen);
}

interface PlaceSessionOptions {
  /** Null on the connect screen, which connects to no server. */
  place: { id: string; server: string } | null;
  hasDeveloperTools: boolean;
  rendererFolder: string;
  getToken(): string | null;
  onSession(token: string | null): void;
}

/**
 * Prepares the session of one place: serves the private scheme, adds the token to requests, removes session
 * cookies from responses and blocks requests to other hosts, in addition to the content security policy.
 */
function preparePlaceSession(opened: Session, options: PlaceSessionOptions): Session {
  const { place, hasDeveloperTools } = options;
  const server = place?.server ?? null;
  opened.protocol.handle('app', serveApp(options.rendererFolder, server));
  guardPermissions(opened, { connects: server !== null });
  opened.on('will-download', (event) => event.preventDefault());

  opened.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !isAllowedRequest(details.url, server, hasDeveloperTools) });
  });
  opened.webRequest.onBeforeSendHeaders((details, callback) => {
    const token = server === null ? null : tokenFor(details, server, options.getToken());
    callback({ requestHeaders: withToken(details.requestHeaders, token) });
  });
  opened.webRequest.onHeadersReceived((details, callback) => {
    const { headers, change } = extractSession(details.responseHeaders ?? {});
    // Only the server's own dashboard may start or end a session. Cookies from elsewhere are dropped.
    if (change && server !== null && belongsToDashboard(details.url, server)) {
      options.onSession(change.kind === 'began' ? change.token : null);
    }
    callback({ responseHeaders: headers });
  });
  return opened;
}
