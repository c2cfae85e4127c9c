/** The names of the desktop's channels. Apart from the schemas, so that the preload stays small. */
export const REQUEST_NAMES = [
  'places.list',
  'places.check',
  'places.add',
  'places.open',
  'places.remove',
  'places.connect',
  'places.describe',
  'notices.show',
  'notices.clear',
  'unread.set',
  'links.take',
  'files.save',
  'settings.read',
  'settings.write',
  'updates.read',
  'updates.check',
  'updates.install',
] as const;
export type RequestName = (typeof REQUEST_NAMES)[number];

export const PUSH_NAMES = [
  'places.changed',
  'links.opened',
  'notices.replied',
  'settings.changed',
  'updates.changed',
  'menu.settings',
] as const;
export type PushName = (typeof PUSH_NAMES)[number];

/** What main puts on the preload's command line, so that the page knows it before it can ask. */
export const PRELOAD_ARGUMENTS = {
  version: '--switchboard-version=',
  place: '--switchboard-place=',
  offeredServer: '--switchboard-offered-server=',
} as const;
