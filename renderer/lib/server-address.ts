import { place } from './desktop.ts';

/**
 * Where the server is. In a browser the page came from it; on the desktop the page comes out of the app
 * and its place names the server.
 */
export function serverOrigin(): string {
  return place?.server ?? window.location.origin;
}

/**
 * Which cookies go along. On the desktop none: the page holds no credential at all, the main process adds
 * the session to what goes to the server.
 */
export function requestCredentials(): RequestCredentials {
  return place ? 'omit' : 'same-origin';
}
