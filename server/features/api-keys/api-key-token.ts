import { CHECKED_LENGTH, hasChecksum, makeCheckedToken } from '../../kernel/crypto/checked-token.ts';

const FORM = new RegExp(`^svc_([0-7][0-9a-hjkmnp-tv-z]{25})_[0-9A-Za-z]{${CHECKED_LENGTH}}$`);

/** Returns a new key: `svc_<tenant_id>_<32 random><6 checksum>`. */
export function makeApiKey(tenantId: string): string {
  return makeCheckedToken(`svc_${tenantId}_`);
}

/** Returns why a text cannot be an API key, as a message to its sender; null when it can be one. */
export function explainToken(token: string): string | null {
  if (token.startsWith('sk-svc-'))
    return 'This is a key of the model, which works at the address of the model only. API keys start with svc_: create one in the dashboard, under API Keys.';
  if (!token.startsWith('svc_'))
    return 'This is not an API key: API keys start with svc_. Create one in the dashboard, under API Keys.';
  return parseApiKey(token)
    ? null
    : 'This API key is not complete, or has a typo: copy the whole key again, or create another one in the dashboard, under API Keys.';
}

/** Returns the tenant in a key; null when the text is not one of our keys. */
export function parseApiKey(token: string): { tenantId: string } | null {
  const tenantId = FORM.exec(token)?.[1];
  return tenantId !== undefined && hasChecksum(token) ? { tenantId } : null;
}
