/**
 * What a page of ours may load and talk to: its own files and its own server, nothing else. The server
 * is chosen at run time, so the header is made for each place.
 */
export function contentSecurityPolicy(server: string | null): string {
  const connect = server === null ? [] : [server, server.replace(/^http/, 'ws')];
  // Pictures, films and voices of messages: at signed addresses below /media.
  const media = server === null ? [] : [`${server}/media/`];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    // The component library sets styles on elements.
    'style-src': ["'self'", "'unsafe-inline'"],
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
