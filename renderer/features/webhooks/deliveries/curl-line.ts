/** What curl writes by itself, or what belonged to that one connection. */
const LEFT_OUT = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding']);
/** Headers of the receiver's own, by the contract of their names: their values are not known here. */
const OWN = /^(?:x-|authorization$)/i;

/**
 * The command that sends a request again. Values of the receiver's own headers are for a person to fill in. The
 * signature is the one that was sent: receivers take it for five minutes.
 */
export function curlLine(url: string, headers: readonly (readonly [string, string])[], body: string): string {
  const lines = headers
    .filter(([name]) => !LEFT_OUT.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${OWN.test(name) ? 'YOUR_VALUE' : value}`)}`);
  return [`curl -X POST ${quoted(url)}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}

/** One word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
