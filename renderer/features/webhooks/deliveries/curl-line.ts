/** Headers that curl adds itself, or that belong to a single connection. */
const OMITTED = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding']);
/** Matches the names of custom headers. Their values are not known here. */
const CUSTOM = /^(?:x-|authorization$)/i;

/**
 * Returns the curl command that repeats a request. A person fills in the values of custom headers. The
 * signature is the original one, which receivers accept for five minutes.
 */
export function curlLine(url: string, headers: readonly (readonly [string, string])[], body: string): string {
  const lines = headers
    .filter(([name]) => !OMITTED.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${CUSTOM.test(name) ? 'YOUR_VALUE' : value}`)}`);
  return [`curl -X POST ${quoted(url)}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}

/** Quotes a text as a single word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
