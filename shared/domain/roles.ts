import { KEY_PERMISSIONS, PERMISSIONS, type Permission } from './permissions.ts';

/** owner: all. admin: not owners, deleting the workspace, OWNERS_ONLY. staff: inbox, contacts. */
export const ROLES = ['owner', 'admin', 'staff'] as const;
export type Role = (typeof ROLES)[number];

/** The name of an author who is no longer a member. The screen shows it in its own language. */
export const FORMER_MEMBER = 'Former member';

/** Prompt log settings, and how people have to sign in. */
const OWNERS_ONLY: readonly Permission[] = ['prompts:manage', 'security:manage'];

/** What programs may do, and staff may not. */
const NOT_FOR_STAFF: readonly Permission[] = [
  'webhooks:manage',
  'broadcasts:send',
  'templates:manage',
  'insights:read',
];

export const ROLE_PERMISSIONS: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set(PERMISSIONS),
  admin: new Set(PERMISSIONS.filter((permission) => !OWNERS_ONLY.includes(permission))),
  staff: new Set(KEY_PERMISSIONS.filter((permission) => !NOT_FOR_STAFF.includes(permission))),
};

/** Whether `actor` may add, change or remove a member whose role is (or becomes) `target`. */
export function mayManageRole(actor: Role, target: Role): boolean {
  if (actor === 'owner') return true;
  return actor === 'admin' && target !== 'owner';
}
