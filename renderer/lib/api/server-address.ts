import { place } from '../desktop/desktop.ts';

/**
 * Returns the address of the server: the origin of the page, or in the desktop app the server of its place.
 */
export function serverOrigin(): string {
  return place?.server ?? window.location.origin;
}

/**
 * Returns which cookies a request sends. In the desktop app none: the main process adds the session.
 */
export function requestCredentials(): RequestCredentials {
  return place ? 'omit' : 'same-origin';
}
