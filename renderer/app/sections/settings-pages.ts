import {
  IconArrowsShuffle,
  IconBolt,
  IconBuilding,
  IconClockHour4,
  IconDatabase,
  IconDeviceDesktop,
  IconForms,
  IconHistory,
  IconKey,
  IconKeyboard,
  IconListDetails,
  IconListSearch,
  IconMasksTheater,
  IconMessage2Bolt,
  IconPlugConnected,
  IconShieldLock,
  IconSparkles,
  IconSpeakerphone,
  IconTag,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { isDesktop } from '../../lib/desktop/desktop.ts';
import type { PagePath } from '../page-access.ts';

/** The groups of the settings, in their order. The text of a group is `app:settings.groups.<group>`. */
export const SETTINGS_GROUPS = ['workspace', 'developers', 'logs', 'account'] as const;
export type SettingsGroup = (typeof SETTINGS_GROUPS)[number];

/**
 * The pages of the settings, in their order. Each is shown to the people who may open it. The text of `name`
 * is `app:sections.<name>`. A page needs an entry here and a route in `settings-routes.ts`.
 */
export const SETTINGS_PAGES = [
  { path: '/settings/general', name: 'general', icon: IconBuilding, group: 'workspace' },
  { path: '/settings/cloud-api', name: 'cloudApi', icon: IconPlugConnected, group: 'workspace' },
  { path: '/settings/people', name: 'people', icon: IconUsers, group: 'workspace' },
  { path: '/settings/labels', name: 'labels', icon: IconTag, group: 'workspace' },
  { path: '/settings/contact-fields', name: 'contactFields', icon: IconForms, group: 'workspace' },
  { path: '/settings/saved-replies', name: 'savedReplies', icon: IconMessage2Bolt, group: 'workspace' },
  { path: '/settings/assignment', name: 'assignment', icon: IconArrowsShuffle, group: 'workspace' },
  { path: '/settings/automation', name: 'automation', icon: IconBolt, group: 'workspace' },
  { path: '/settings/assistant', name: 'assistant', icon: IconSparkles, group: 'workspace' },
  { path: '/settings/business-hours', name: 'businessHours', icon: IconClockHour4, group: 'workspace' },
  {
    path: '/settings/broadcasts',
    name: 'broadcastSettings',
    icon: IconSpeakerphone,
    group: 'workspace',
  },
  { path: '/settings/security', name: 'security', icon: IconShieldLock, group: 'workspace' },
  { path: '/settings/storage', name: 'storage', icon: IconDatabase, group: 'workspace' },
  { path: '/settings/api-keys', name: 'apiKeys', icon: IconKey, group: 'developers' },
  { path: '/settings/webhooks', name: 'webhooks', icon: IconWebhook, group: 'developers' },
  { path: '/settings/request-log', name: 'requestLog', icon: IconListSearch, group: 'developers' },
  { path: '/settings/audit-log', name: 'auditLog', icon: IconHistory, group: 'logs' },
  { path: '/settings/platform-log', name: 'platformLog', icon: IconListDetails, group: 'logs' },
  { path: '/settings/profile', name: 'profile', icon: IconUser, group: 'account' },
  { path: '/settings/shortcuts', name: 'shortcuts', icon: IconKeyboard, group: 'account' },
  { path: '/settings/app', name: 'app', icon: IconDeviceDesktop, group: 'account', isDesktopOnly: true },
  // Last, because Settings opens the first page that a person may see: for staff, their profile.
  { path: '/settings/rehearsals', name: 'rehearsals', icon: IconMasksTheater, group: 'workspace' },
] as const satisfies readonly {
  path: PagePath;
  name: string;
  icon: unknown;
  group: SettingsGroup;
  isDesktopOnly?: true;
}[];

export type SettingsPage = (typeof SETTINGS_PAGES)[number];

/** The pages that exist here: a browser has no settings of the desktop app. */
export const SETTINGS_PAGES_HERE: readonly SettingsPage[] = SETTINGS_PAGES.filter(
  (page) => isDesktop || !('isDesktopOnly' in page),
);

/** Returns the path, name and icon of a settings page, for a second link to it. */
export function settingsPage<Name extends SettingsPage['name']>(name: Name) {
  const page = SETTINGS_PAGES.find((one) => one.name === name) as Extract<SettingsPage, { name: Name }>;
  return { path: page.path, name: page.name, icon: page.icon };
}
