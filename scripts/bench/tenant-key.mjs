// Converts a tenant id to its stored form: 26 characters of Crockford base 32 are 16 bytes.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** @param {string} tenantId @returns {Buffer} */
export function tenantKey(tenantId) {
  let value = 0n;
  for (const character of tenantId) value = (value << 5n) | BigInt(ALPHABET.indexOf(character));
  return Buffer.from(value.toString(16).padStart(32, '0'), 'hex');
}
