/** The permissions that an API key can have. `all`, the default for new keys, grants every one of them. */
export const KEY_PERMISSIONS = [
  'contacts:read',
  'contacts:write',
  'messages:read',
  'messages:send',
  'conversations:read',
  'conversations:write',
  'webhooks:manage',
  'broadcasts:send',
  'templates:manage',
  'insights:read',
] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

/** The permissions that only a signed-in person can have. */
export const PERSON_PERMISSIONS = [
  'keys:manage',
  'members:manage',
  'settings:manage',
  'contacts:transfer',
  'audit:read',
  'prompts:manage',
  'security:manage',
] as const;

export const PERMISSIONS = [...KEY_PERMISSIONS, ...PERSON_PERMISSIONS] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Returns the permissions that a key's stored list grants. */
export function grantedByKey(stored: readonly ('all' | KeyPermission)[]): ReadonlySet<Permission> {
  return new Set(stored.includes('all') ? KEY_PERMISSIONS : (stored as readonly KeyPermission[]));
}
