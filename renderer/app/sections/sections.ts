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
import type { PagePath } from '../page-access.ts';

/**
 * The pages of the navigation, in its order. Each is shown to the people who may open it. The text of `name`
 * is `app:sections.<name>`. Settings pages are in the Settings menu, so that the navigation fits a phone.
 */
export const SECTIONS = [
  { path: '/inbox/{-$conversationId}', name: 'inbox', icon: IconInbox },
  { path: '/contacts', name: 'contacts', icon: IconAddressBook },
  { path: '/templates', name: 'templates', icon: IconTemplate },
  { path: '/model', name: 'model', icon: IconCpu },
  { path: '/keys', name: 'keys', icon: IconKey, isSetting: true },
  { path: '/channel', name: 'channel', icon: IconPlugConnected, isSetting: true },
  { path: '/webhooks', name: 'webhooks', icon: IconWebhook, isSetting: true },
  { path: '/people', name: 'people', icon: IconUsers, isSetting: true },
  { path: '/log', name: 'log', icon: IconListDetails, isSetting: true },
  { path: '/activity', name: 'activity', icon: IconHistory, isSetting: true },
] as const satisfies readonly { path: PagePath; name: string; icon: unknown; isSetting?: true }[];
