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
 * The pages of the navigation, in its order. Each is shown to the people who may open it. The text of `name` is
 * `app:sections.<name>`.
 */
export const SECTIONS = [
  { path: '/inbox/{-$conversationId}', name: 'inbox', icon: IconInbox },
  { path: '/contacts', name: 'contacts', icon: IconAddressBook },
  { path: '/templates', name: 'templates', icon: IconTemplate },
  { path: '/keys', name: 'keys', icon: IconKey },
  { path: '/webhooks', name: 'webhooks', icon: IconWebhook },
  { path: '/model', name: 'model', icon: IconCpu },
  { path: '/people', name: 'people', icon: IconUsers },
  { path: '/channel', name: 'channel', icon: IconPlugConnected },
  { path: '/log', name: 'log', icon: IconListDetails },
  { path: '/activity', name: 'activity', icon: IconHistory },
] as const satisfies readonly { path: PagePath; name: string; icon: unknown }[];
