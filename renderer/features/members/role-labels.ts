import type { Role } from '../../../shared/domain/roles.ts';

/** What each role is called and may do, in a line. */
export const ROLE_LABELS: Readonly<Record<Role, { label: string; meaning: string }>> = {
  owner: { label: 'Owner', meaning: 'Everything, including other owners' },
  admin: { label: 'Admin', meaning: 'Inbox, contacts, keys and people; cannot touch owners' },
  staff: { label: 'Staff', meaning: 'Inbox and contacts; no keys, no people, no log' },
};
