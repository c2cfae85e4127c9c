import { randomBytes } from 'node:crypto';

/**
 * Creates a message id in the platform's format: `wamid.` and the base64 of a small binary record with the
 * person's digits, the direction and a random hex id. Ids are opaque. They are long, case-sensitive and can
 * contain `=`, `/` and `+`, which reveals unsuitable columns and routes.
 */
export function newWamid(waId: string, from: 'customer' | 'business'): string {
  const inbound = from === 'customer';
  const unique = randomBytes(inbound ? 10 : 9)
    .toString('hex')
    .toUpperCase();
  const record = Buffer.concat([
    Buffer.from([0x1c, 0x18, waId.length]),
    Buffer.from(waId, 'ascii'),
    Buffer.from([0x15, 0x02, 0x00, inbound ? 0x12 : 0x11, 0x18, unique.length]),
    Buffer.from(unique, 'ascii'),
    Buffer.from([0x00]),
  ]);
  return `wamid.${record.toString('base64')}`;
}
