import { describe, expect, it } from 'vitest';
import type { Permission } from '../../shared/domain/permissions.ts';
import { ROLE_PERMISSIONS } from '../../shared/domain/roles.ts';
import { isAllowed, type PagePath } from './page-access.ts';
import { router } from './router.tsx';
import { SECTIONS } from './sections/sections.ts';

const STAFF: readonly Permission[] = [...ROLE_PERMISSIONS.staff];
const OWNER: readonly Permission[] = [...ROLE_PERMISSIONS.owner];

const permissionOf = (path: PagePath) => router.routesByPath[path].options.staticData.permission;
const pagesOf = (held: readonly Permission[]) =>
  Object.keys(router.routesByPath).filter((path) => isAllowed(permissionOf(path as PagePath), held));
const navigationOf = (held: readonly Permission[]) =>
  SECTIONS.filter(({ path }) => isAllowed(permissionOf(path), held)).map(({ name }) => name);

describe('page permissions', () => {
  it('allow staff to open the inbox, contacts, templates and the settings of their app', () => {
    expect(pagesOf(STAFF).sort()).toEqual([
      '/',
      '/contacts',
      '/desktop',
      '/inbox/{-$conversationId}',
      '/profile',
      '/templates',
    ]);
    expect(navigationOf(STAFF)).toEqual(['inbox', 'contacts', 'templates']);
  });

  it('allow owners to open every page', () => {
    expect(pagesOf(OWNER)).toEqual(Object.keys(router.routesByPath));
    expect(navigationOf(OWNER)).toEqual(SECTIONS.map(({ name }) => name));
  });

  it('are the same for a page and its subpages', () => {
    expect(permissionOf('/webhooks/$endpointId')).toBe(permissionOf('/webhooks'));
  });
});
