import { KEY_PERMISSIONS, type KeyPermission } from '../../../shared/domain/permissions.ts';
import { t } from '../../lib/i18n.ts';

const DESCRIPTION_KEYS = {
  'contacts:read': 'contactsRead',
  'contacts:write': 'contactsWrite',
  'messages:read': 'messagesRead',
  'messages:send': 'messagesSend',
  'conversations:read': 'conversationsRead',
  'conversations:write': 'conversationsWrite',
  'webhooks:manage': 'webhooksManage',
  'broadcasts:send': 'broadcastsSend',
  'templates:manage': 'templatesManage',
  'insights:read': 'insightsRead',
} as const satisfies Record<KeyPermission, string>;

/** Returns a one-line description of a permission. */
export function permissionDescription(permission: KeyPermission): string {
  return t(`api-keys:permissions.${DESCRIPTION_KEYS[permission]}`);
}

/** Returns a key's permissions as the list shows them. */
export function permissionsLabel(permissions: readonly string[]): string {
  const isAll = permissions.includes('all') || permissions.length === KEY_PERMISSIONS.length;
  return isAll ? t('api-keys:permissions.all') : permissions.join(', ');
}
