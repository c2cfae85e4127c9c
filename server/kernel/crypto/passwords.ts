import { hash, verify } from '@node-rs/argon2';

/** argon2id at OWASP's minimum: 19 MiB, two passes (CONVENTIONS 10.1). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

let decoy: Promise<string> | undefined;

/** Takes as long as a real check, so that an unknown address answers no faster than a wrong password. */
export async function verifyNothing(password: string): Promise<void> {
  decoy ??= hashPassword('no such member');
  await verifyPassword(await decoy, password);
}
