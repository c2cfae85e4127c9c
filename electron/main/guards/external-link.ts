const SCHEMES = new Set(['https:', 'mailto:', 'tel:']);

/** A link that may be handed to the operating system, as it was parsed; null for any other. */
export function externalLink(url: string): string | null {
  if (url.length > 4_000 || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!SCHEMES.has(parsed.protocol) || parsed.username !== '' || parsed.password !== '') return null;
  return parsed.href;
}
