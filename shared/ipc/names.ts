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
] as const;
export type PushName = (typeof PUSH_NAMES)[number];

/** Main names the page's place on the preload's command line under this. */
export const PLACE_ARGUMENT = '--switchboard-place=';
