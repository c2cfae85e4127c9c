/**
 * Chromium does not know private schemes, so `app://bundle/x` is `https://bundle.app.invalid/x` there. These
 * functions must not depend on Node, because pages use them too.
 */
export function toBrowserAddress(url: string, schemes: readonly string[]): string {
  const [, scheme = '', host, rest = ''] = /^([a-z][a-z0-9-]*):\/\/([^/?#]+)(.*)$/s.exec(url) ?? [];
  if (!schemes.includes(scheme)) return url;
  return `https://${host}.${scheme}.invalid${rest.startsWith('/') ? rest : `/${rest}`}`;
}

export function toAppAddress(url: string, schemes: readonly string[]): string {
  const [, host, scheme = '', rest = ''] =
    /^https:\/\/([^/]+)\.([a-z][a-z0-9-]*)\.invalid(\/.*)?$/s.exec(url) ?? [];
  return schemes.includes(scheme) ? `${scheme}://${host}${rest}` : url;
}
