/** The origin of the desktop's pages. No browser tab can have it: the scheme exists in our app only. */
export const DESKTOP_ORIGIN = 'app://bundle';

/** The session cookie's names: with the prefix over https, without over http on the same machine. */
export const SESSION_COOKIE_NAMES = ['__Host-sid', 'sid'] as const;

/** The oldest server that this desktop can talk to, and the address where a server says what it is. */
export const OLDEST_SERVER = '0.1.0';
export const SERVER_IDENTITY_PATH = '/api/dashboard/server';
