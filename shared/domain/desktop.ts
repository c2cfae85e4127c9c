/** The origin of the desktop's pages. No browser tab can have it: the scheme exists in our app only. */
export const DESKTOP_ORIGIN = 'app://bundle';

/** The names of the session cookie: with the prefix over https, without it over http on the same machine. */
export const SESSION_COOKIE_NAMES = ['__Host-sid', 'sid'] as const;

/** The oldest server version that the desktop app supports, and the path of a server's identity. */
export const OLDEST_SERVER = '0.1.0';
export const SERVER_IDENTITY_PATH = '/api/dashboard/server';

/**
 * Stands in the built page where each response has a nonce of its own: the page's style elements carry it, and the
 * content security policy allows no others.
 */
export const STYLE_NONCE_PLACEHOLDER = '{{style-nonce}}';
