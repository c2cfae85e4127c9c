import { CHECKED_LENGTH, hasChecksum, makeCheckedToken } from '../../../kernel/crypto/checked-token.ts';

const PREFIX = 'sk-svc-';
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${CHECKED_LENGTH}}$`);
const SHOWN = PREFIX.length + 4;

/** Returns a new key of the inference endpoint: `sk-svc-<32 random><6 checksum>`. */
export function makeInferenceKey(): string {
  return makeCheckedToken(PREFIX);
}

/** Returns whether this has the format of our keys. */
export function isInferenceKey(token: string): boolean {
  return FORM.test(token) && hasChecksum(token);
}

/** Returns the part of a key that lists show: enough to distinguish keys. */
export function prefixOf(key: string): string {
  return key.slice(0, SHOWN);
}
