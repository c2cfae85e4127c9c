import {
  IconAddressBook,
  IconBell,
  IconChartBar,
  IconCpu,
  IconInbox,
  IconSearch,
  IconSettings,
  IconSpeakerphone,
  IconTemplate,
} from '@tabler/icons-react';
import type { PagePath } from '../page-access.ts';
import { settingsPage } from './settings-pages.ts';

/**
 * The pages of the sidebar, in its order. Each is shown to the people who may open it. The text of `name` is
 * `app:sections.<name>`. Pages without a group come first. `isTab` gives a page one of the
 * tabs of a phone, with a short text at `app:tabs.<name>`; there is room for three.
 */
export const SECTIONS = [
  { path: '/inbox/{-$conversationId}', name: 'inbox', icon: IconInbox, group: null, isTab: true },
  { path: '/search', name: 'search', icon: IconSearch, group: null },
  { path: '/notifications', name: 'notifications', icon: IconBell, group: null },
  { path: '/contacts', name: 'contacts', icon: IconAddressBook, group: null, isTab: true },
  { path: '/broadcasts', name: 'broadcasts', icon: IconSpeakerphone, group: null },
  { path: '/templates', name: 'templates', icon: IconTemplate, group: null, isTab: true },
  { path: '/insights', name: 'insights', icon: IconChartBar, group: null },
  { ...settingsPage('apiKeys'), group: 'developers' },
  { ...settingsPage('webhooks'), group: 'developers' },
  { path: '/model', name: 'model', icon: IconCpu, group: 'developers' },
] as const satisfies readonly {
  path: PagePath;
  name: string;
  icon: unknown;
  group: 'developers' | null;
  isTab?: true;
}[];

/** The settings as a whole, the last entry of the sidebar. */
export const SETTINGS = { path: '/settings', name: 'settings', icon: IconSettings } as const;

export type Section = (typeof SECTIONS)[number] | typeof SETTINGS;
