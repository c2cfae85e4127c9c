import { hash, verify } from '@node-rs/argon2';
import { passwordCost } from './password-cost.ts';

export function hashPassword(password: string): Promise<string> {
  return hash(password, passwordCost);
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

let decoy: Promise<string> | undefined;

/** Takes as long as a real check, so that timing does not reveal whether an address is known. */
export async function verifyNothing(password: string): Promise<void> {
  decoy ??= hashPassword('no such member');
  await verifyPassword(await decoy, password);
}
