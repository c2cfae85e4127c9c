/**
 * JSON as the platform writes it: everything beyond ASCII as lower-case `\uXXXX`, and `/` and `@`
 * escaped too. A receiver that checks the signature over re-serialised JSON fails on exactly these.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')
    .replaceAll('@', '\\u0040');
}
