import { CHECKED_LENGTH, hasChecksum, makeCheckedToken } from '../../../kernel/crypto/checked-token.ts';

const PREFIX = 'sk-svc-';
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${CHECKED_LENGTH}}$`);
const SHOWN = PREFIX.length + 4;

/** Returns a new key of the inference endpoint: `sk-svc-<32 random><6 checksum>`. */
export function makeInferenceKey(): string {
  return makeCheckedToken(PREFIX);
}

/** Returns whether this can be a key of ours. */
export function isInferenceKey(token: string): boolean {
  return FORM.test(token) && hasChecksum(token);
}

/** Returns what is shown of a key in lists: enough to distinguish them. */
export function prefixOf(key: string): string {
  return key.slice(0, SHOWN);
}
