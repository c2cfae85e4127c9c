/** What an API key may be allowed to do. `all` is the four of them, and what a new key has. */
export const KEY_PERMISSIONS = ['contacts:read', 'contacts:write', 'messages:read', 'messages:send'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

/** What only a signed-in person may do. */
export const PERSON_PERMISSIONS = [
  'keys:manage',
  'members:manage',
  'settings:manage',
  'webhooks:manage',
  'audit:read',
  'prompts:manage',
] as const;

export const PERMISSIONS = [...KEY_PERMISSIONS, ...PERSON_PERMISSIONS] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The permissions that a stored list of a key grants. */
export function grantedByKey(stored: readonly ('all' | KeyPermission)[]): ReadonlySet<Permission> {
  return new Set(stored.includes('all') ? KEY_PERMISSIONS : (stored as readonly KeyPermission[]));
}
