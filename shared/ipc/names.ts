/** The names of the IPC channels. Separate from the schemas, to keep the preload script small. */
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

/** Arguments that main passes to the preload script, so that the page has them from the start. */
export const PRELOAD_ARGUMENTS = {
  version: '--switchboard-version=',
  place: '--switchboard-place=',
  offeredServer: '--switchboard-offered-server=',
} as const;
