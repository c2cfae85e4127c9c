/**
 * Encodes a path segment. Rejects empty values and dots: `/contacts/` is the list, `/contacts/..` another
 * route.
 *
 * @throws {TypeError} when `value` is not a valid segment.
 */
export function segment(name: string, value: string): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(`${name} must be an id or phone number, not ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(value);
}
