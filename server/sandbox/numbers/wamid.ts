import { randomBytes } from 'node:crypto';

/**
 * A message id as the platform builds them: `wamid.` and the base64 of a small binary record that holds
 * the person's digits, a direction mark and a random hex id. Callers must treat it as opaque; that it is
 * long, case-sensitive and may hold `=`, `/` and `+` is what a wrong column or route would trip over.
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
