import { type Session, session } from 'electron';
import { guardPermissions } from '../guards/permissions.ts';
import { serveApp } from '../protocol/app-protocol.ts';
import { belongsToDashboard, isAllowedRequest, liftSession, withToken } from './session-headers.ts';

export interface PlaceSessionOptions {
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
export function openPlaceSession(options: PlaceSessionOptions): Session {
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
