/** A parsed server address, or a sentence that says why it cannot be used. */
export type ServerAddress =
  | { kind: 'ok'; server: string }
  | { kind: 'not-an-address' | 'needs-https'; message: string };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Parses a typed address as an origin: `crm.example.com` means https, an address of this machine means http.
 * Plain http to another machine is rejected, because passwords and customers' messages could be read in
 * transit.
 */
export function readServerAddress(typed: string): ServerAddress {
  const text = typed.trim();
  const invalid = {
    kind: 'not-an-address',
    message: 'This is not a server address. A server address looks like crm.example.com.',
  } as const;
  if (text === '' || /\s/.test(text)) return invalid;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`;
  if (!URL.canParse(withScheme)) return invalid;
  const url = new URL(withScheme);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalid;
  if (url.username !== '' || url.password !== '') {
    return {
      ...invalid,
      message: 'Remove the user name and password from the address. You sign in on the next page.',
    };
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    return {
      kind: 'needs-https',
      message: `Use https://${url.host}: over plain http, others could read your messages. Only a server on this computer can use http.`,
    };
  }
  return { kind: 'ok', server: url.origin };
}

function schemeFor(text: string): 'http' | 'https' {
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(text)?.[1] ?? '';
  return LOOPBACK.test(host.toLowerCase()) ? 'http' : 'https';
}
