/**
 * One part of a path. Empty and dots are refused: `/contacts/` is the whole list, and `/contacts/..` another address.
 *
 * @throws {TypeError} when `value` is no such part.
 */
export function segment(name: string, value: string): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(`${name} must name one thing, and is ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(value);
}
