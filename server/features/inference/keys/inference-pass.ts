import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Keyring } from '../../../kernel/crypto/keyring.ts';

const PREFIX = 'pass_';
/** Long enough for a request to arrive, too short for a stolen pass to be useful. */
const LIFETIME_MS = 60_000;

const PassSchema = z.object({
  tenantId: z.string(),
  /** The key that calls count for; null when they count for none. */
  keyId: z.string().nullable(),
  /** The person who asks; null when the server asks by itself. */
  userId: z.string().nullable(),
  /** A request of a feature of this server, which counts for no key and names its class. */
  isInternal: z.boolean().default(false),
});
const SignedSchema = PassSchema.extend({ expiresAt: z.number() });

/** The claims about a caller that the API server makes to the inference endpoint. */
export type InferencePass = z.infer<typeof PassSchema>;
type NewPass = z.input<typeof PassSchema>;

/** Returns whether this has the form of a pass. */
export function isPass(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** Returns a pass for one call, valid for a minute, signed with a secret that both processes share. */
export function makePass(keyring: Keyring, pass: NewPass, now: number): string {
  const content = JSON.stringify({ ...pass, expiresAt: now + LIFETIME_MS });
  const body = Buffer.from(content).toString('base64url');
  return `${PREFIX}${body}.${signature(keyring, body).toString('base64url')}`;
}

/** Returns the contents of a pass; null when it is not ours, was changed or has expired. */
export function readPass(keyring: Keyring, token: string, now: number): InferencePass | null {
  const [body = '', mac = '', ...rest] = token.slice(PREFIX.length).split('.');
  const [given, expected] = [Buffer.from(mac, 'base64url'), signature(keyring, body)];
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { expiresAt, ...pass } = SignedSchema.parse(
    JSON.parse(Buffer.from(body, 'base64url').toString('utf8')),
  );
  return now < expiresAt ? pass : null;
}

function signature(keyring: Keyring, body: string): Buffer {
  return keyring.sign(`${PREFIX}${body}`);
}
