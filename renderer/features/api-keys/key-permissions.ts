import { KEY_PERMISSIONS, type KeyPermission } from '../../../shared/domain/permissions.ts';

/** What each permission means, in a line. */
export const PERMISSION_MEANING: Readonly<Record<KeyPermission, string>> = {
  'contacts:read': 'List and look up contacts',
  'contacts:write': 'Create, change and delete contacts',
  'messages:read': 'Read the message history',
  'messages:send': 'Send messages to customers',
};

/** A key's permissions as the list shows them. */
export function permissionsLabel(permissions: readonly string[]): string {
  if (permissions.includes('all')) return 'All';
  return permissions.length === KEY_PERMISSIONS.length ? 'All four' : permissions.join(', ');
}
