import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { DESKTOP_ORIGIN, STYLE_NONCE_PLACEHOLDER } from '../../../shared/domain/desktop.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves the private scheme from the renderer's build. A URL without a file extension is a route of the page
 * itself. Returns 404 for paths that would leave the folder through dots, encodings or links.
 */
export function serveApp(
  folder: string,
  server: string | null,
): (request: { url: string; method: string }) => Promise<Response> {
  const headersWith = (nonce: string) => ({
    'content-security-policy': contentSecurityPolicy(server, nonce),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  });
  return async ({ url, method }) => {
    const nonce = randomBytes(16).toString('base64');
    const headers = headersWith(nonce);
    const path = method === 'GET' || method === 'HEAD' ? await fileOf(folder, url) : null;
    if (path === null) return new Response('Not found', { status: 404, headers });
    const type = TYPES[extname(path)];
    if (!type) return new Response('Not found', { status: 404, headers });
    const body = method === 'HEAD' ? null : await bodyOf(path, nonce);
    return new Response(body, { headers: { ...headers, 'content-type': type } });
  };
}

/** Reads a file. The page gets the nonce of its response. */
async function bodyOf(path: string, nonce: string): Promise<string | Uint8Array<ArrayBuffer>> {
  if (extname(path) === '.html')
    return (await readFile(path, 'utf8')).replace(STYLE_NONCE_PLACEHOLDER, nonce);
  return new Uint8Array(await readFile(path));
}

/** Returns the path of the file that a URL refers to; null when there is none. */
export async function fileOf(folder: string, url: string): Promise<string | null> {
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname } = new URL(url);
  if (`${protocol}//${host}` !== DESKTOP_ORIGIN) return null;
  const name = decoded(pathname);
  if (name === null || name.includes('\0') || name.includes('\\')) return null;
  if (name.split('/').includes('..')) return null;
  const wanted = extname(name) === '' ? 'index.html' : name;
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, wanted));
    return path.startsWith(root + sep) ? path : null;
  } catch {
    return null;
  }
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/**
 * Returns the policy for what our pages may load and connect to: their own files and their own server,
 * nothing else. The server is chosen at run time, so each workspace gets its own header.
 */
function contentSecurityPolicy(server: string | null, nonce: string): string {
  const connect = server === null ? [] : [server, server.replace(/^http/, 'ws')];
  // Images, videos and voice messages have signed addresses below /media.
  const media = server === null ? [] : [`${server}/media/`];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    // The component library adds style elements, with the nonce.
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'blob:', 'data:', ...media],
    'media-src': ["'self'", 'blob:', ...media],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
