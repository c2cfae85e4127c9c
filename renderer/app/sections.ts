import {
  IconAddressBook,
  IconCpu,
  IconHistory,
  IconInbox,
  IconKey,
  IconListDetails,
  IconPlugConnected,
  IconTemplate,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { Permission } from '../../shared/domain/permissions.ts';

/** The sections of the product, in the rail's order. One without the permission is not shown and not open. */
export const SECTIONS = [
  { path: '/inbox', label: 'Inbox', testId: 'nav-inbox', icon: IconInbox, permission: 'messages:read' },
  {
    path: '/contacts',
    label: 'Contacts',
    testId: 'nav-contacts',
    icon: IconAddressBook,
    permission: 'contacts:read',
  },
  {
    path: '/templates',
    label: 'Templates',
    testId: 'nav-templates',
    icon: IconTemplate,
    permission: 'messages:read',
  },
  { path: '/keys', label: 'API keys', testId: 'nav-keys', icon: IconKey, permission: 'keys:manage' },
  {
    path: '/webhooks',
    label: 'Webhooks',
    testId: 'nav-webhooks',
    icon: IconWebhook,
    permission: 'webhooks:manage',
  },
  { path: '/model', label: 'Model', testId: 'nav-model', icon: IconCpu, permission: 'keys:manage' },
  { path: '/people', label: 'People', testId: 'nav-people', icon: IconUsers, permission: 'members:manage' },
  {
    path: '/channel',
    label: 'Channel',
    testId: 'nav-channel',
    icon: IconPlugConnected,
    permission: 'settings:manage',
  },
  {
    path: '/log',
    label: 'Platform log',
    testId: 'nav-log',
    icon: IconListDetails,
    permission: 'settings:manage',
  },
  {
    path: '/activity',
    label: 'Activity',
    testId: 'nav-activity',
    icon: IconHistory,
    permission: 'audit:read',
  },
] as const satisfies readonly {
  path: string;
  label: string;
  testId: string;
  icon: unknown;
  permission: Permission;
}[];
