import { CHECKED_LENGTH, hasChecksum, makeCheckedToken } from '../../kernel/crypto/checked-token.ts';

const FORM = new RegExp(`^svc_([0-7][0-9a-hjkmnp-tv-z]{25})_[0-9A-Za-z]{${CHECKED_LENGTH}}$`);

/** Returns a new key: `svc_<tenant_id>_<32 random><6 checksum>`. */
export function makeApiKey(tenantId: string): string {
  return makeCheckedToken(`svc_${tenantId}_`);
}

/** Returns the tenant in a key; null when the text is not one of our keys. */
export function parseApiKey(token: string): { tenantId: string } | null {
  const tenantId = FORM.exec(token)?.[1];
  return tenantId !== undefined && hasChecksum(token) ? { tenantId } : null;
}
