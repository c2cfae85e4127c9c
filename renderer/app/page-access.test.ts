import { describe, expect, it } from 'vitest';
import type { Permission } from '../../shared/domain/permissions.ts';
import { ROLE_PERMISSIONS } from '../../shared/domain/roles.ts';
import { movedAddress } from './moved-addresses.ts';
import { isAllowed, type PagePath } from './page-access.ts';
import { router } from './router.tsx';
import { SECTIONS } from './sections/sections.ts';
import { SETTINGS_PAGES } from './sections/settings-pages.ts';

const STAFF: readonly Permission[] = [...ROLE_PERMISSIONS.staff];
const OWNER: readonly Permission[] = [...ROLE_PERMISSIONS.owner];

const permissionOf = (path: PagePath) => router.routesByPath[path].options.staticData.permission;
const pagesOf = (held: readonly Permission[]) =>
  Object.keys(router.routesByPath).filter((path) => isAllowed(permissionOf(path as PagePath), held));
const namesOf = (pages: readonly { path: PagePath; name: string }[], held: readonly Permission[]) =>
  pages.filter(({ path }) => isAllowed(permissionOf(path), held)).map(({ name }) => name);

describe('page permissions', () => {
  it('allow staff to open the inbox, contacts, templates and their own settings', () => {
    expect(pagesOf(STAFF).sort()).toEqual([
      '/',
      '/contacts',
      '/inbox/{-$conversationId}',
      '/notifications',
      '/search',
      '/settings',
      '/settings/app',
      '/settings/profile',
      '/settings/rehearsals',
      '/settings/rehearsals/$rehearsalId',
      '/settings/rehearsals/review',
      '/settings/shortcuts',
      '/templates',
    ]);
    expect(namesOf(SECTIONS, STAFF)).toEqual(['inbox', 'search', 'notifications', 'contacts', 'templates']);
    expect(namesOf(SETTINGS_PAGES, STAFF)).toEqual(['profile', 'shortcuts', 'app', 'rehearsals']);
  });

  it('allow owners to open every page', () => {
    expect(pagesOf(OWNER)).toEqual(Object.keys(router.routesByPath));
    expect(namesOf(SECTIONS, OWNER)).toEqual(SECTIONS.map(({ name }) => name));
    expect(namesOf(SETTINGS_PAGES, OWNER)).toEqual(SETTINGS_PAGES.map(({ name }) => name));
  });

  it('are the same for a page and its subpages', () => {
    expect(permissionOf('/settings/webhooks/$endpointId')).toBe(permissionOf('/settings/webhooks'));
  });
});

describe('the settings', () => {
  it('list every page of their area', () => {
    const listed = new Set<string>(SETTINGS_PAGES.map(({ path }) => path));
    const pages = Object.keys(router.routesByPath).filter((path) => /^\/settings\/[^/$]+$/.test(path));
    expect(new Set(pages)).toEqual(listed);
  });

  it.each([
    ['/keys', '/settings/api-keys'],
    ['/webhooks', '/settings/webhooks'],
    ['/webhooks/whe_1/', '/settings/webhooks/whe_1'],
    ['/channel', '/settings/cloud-api'],
    ['/people', '/settings/people'],
    ['/log', '/settings/platform-log'],
    ['/activity', '/settings/audit-log'],
    ['/workspace', '/settings/general'],
    ['/profile', '/settings/profile'],
    ['/desktop', '/settings/app'],
  ])('have a page for the earlier address %s', (from, to) => {
    expect(movedAddress(from)).toBe(to);
    expect(router.matchRoutes(to).at(-1)?.routeId).not.toBe('__root__');
  });

  it('leave other addresses alone', () => {
    for (const path of ['/', '/inbox', '/contacts', '/model', '/settings/people', '/peoples', '/toString'])
      expect(movedAddress(path)).toBeNull();
  });
});
