/** What curl writes by itself, or what belonged to that one connection. */
const LEFT_OUT = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding']);

/**
 * The command that sends a request again. `secretNames` are the headers whose values are not known here; a person
 * fills them in. The signature is the one that was sent: receivers take it for five minutes.
 */
export function curlLine(
  url: string,
  headers: readonly (readonly [string, string])[],
  secretNames: readonly string[],
  body: string,
): string {
  const secret = new Set(secretNames.map((name) => name.toLowerCase()));
  const known = headers.filter(
    ([name]) => !LEFT_OUT.has(name.toLowerCase()) && !secret.has(name.toLowerCase()),
  );
  const lines = [
    ...known.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...secretNames.map((name) => `-H ${quoted(`${name}: YOUR_VALUE`)}`),
    `--data-raw ${quoted(body)}`,
  ];
  return [`curl -X POST ${quoted(url)}`, ...lines].join(' \\\n  ');
}

/** One word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
