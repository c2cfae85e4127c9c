const SCHEMES = new Set(['https:', 'mailto:', 'tel:']);

/** Returns the normalized link if the operating system may open it, else null. */
export function externalLink(url: string): string | null {
  if (url.length > 4_000 || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!SCHEMES.has(parsed.protocol) || parsed.username !== '' || parsed.password !== '') return null;
  return parsed.href;
}
