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
import type { Permission } from '../../../shared/domain/permissions.ts';

/** The sections of the product, in the rail's order. One without the permission is not shown and not open. */
export const SECTIONS = [
  { path: '/inbox', name: 'inbox', testId: 'nav-inbox', icon: IconInbox, permission: 'messages:read' },
  {
    path: '/contacts',
    name: 'contacts',
    testId: 'nav-contacts',
    icon: IconAddressBook,
    permission: 'contacts:read',
  },
  {
    path: '/templates',
    name: 'templates',
    testId: 'nav-templates',
    icon: IconTemplate,
    permission: 'messages:read',
  },
  { path: '/keys', name: 'keys', testId: 'nav-keys', icon: IconKey, permission: 'keys:manage' },
  {
    path: '/webhooks',
    name: 'webhooks',
    testId: 'nav-webhooks',
    icon: IconWebhook,
    permission: 'webhooks:manage',
  },
  { path: '/model', name: 'model', testId: 'nav-model', icon: IconCpu, permission: 'keys:manage' },
  { path: '/people', name: 'people', testId: 'nav-people', icon: IconUsers, permission: 'members:manage' },
  {
    path: '/channel',
    name: 'channel',
    testId: 'nav-channel',
    icon: IconPlugConnected,
    permission: 'settings:manage',
  },
  {
    path: '/log',
    name: 'log',
    testId: 'nav-log',
    icon: IconListDetails,
    permission: 'settings:manage',
  },
  {
    path: '/activity',
    name: 'activity',
    testId: 'nav-activity',
    icon: IconHistory,
    permission: 'audit:read',
  },
] as const satisfies readonly {
  path: string;
  /** Its text is `app:sections.…`. */
  name: string;
  testId: string;
  icon: unknown;
  permission: Permission;
}[];
