/**
 * Serializes JSON as the platform does: non-ASCII characters as lower-case `\uXXXX`, and `/` and `@` escaped
 * too. A receiver that verifies the signature against re-serialized JSON fails on exactly these characters.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')
    .replaceAll('@', '\\u0040');
}
