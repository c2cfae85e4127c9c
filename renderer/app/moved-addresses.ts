/** The addresses that pages had before the settings area. Bookmarks and links in messages keep working. */
const MOVED: Readonly<Record<string, string>> = {
  '/keys': '/settings/api-keys',
  '/webhooks': '/settings/webhooks',
  '/channel': '/settings/cloud-api',
  '/people': '/settings/people',
  '/log': '/settings/platform-log',
  '/activity': '/settings/audit-log',
  '/workspace': '/settings/general',
  '/profile': '/settings/profile',
  '/desktop': '/settings/app',
};

/** Returns today's address of a page, with the rest of its path; null for an address that has not moved. */
export function movedAddress(pathname: string): string | null {
  const [, first, ...rest] = pathname.split('/');
  const page = `/${first}`;
  const to = Object.hasOwn(MOVED, page) ? MOVED[page] : undefined;
  return to === undefined ? null : [to, ...rest.filter((part) => part !== '')].join('/');
}
