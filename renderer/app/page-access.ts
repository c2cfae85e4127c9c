import { type RegisteredRouter, useMatches, useRouter } from '@tanstack/react-router';
import type { Permission } from '../../shared/domain/permissions.ts';
import { useSession } from './use-session.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The permission that the page needs; null if everyone in the workspace can open it. */
    permission: Permission | null;
  }
}

/** The path of a page, as the router defines it. */
export type PagePath = keyof RegisteredRouter['routesByPath'];

/** Returns whether the signed-in person may open a page, by the permission that its route states. */
export function useMayOpen(): (path: PagePath) => boolean {
  const { permissions } = useSession();
  const { routesByPath } = useRouter();
  return (path) => isAllowed(routesByPath[path].options.staticData.permission, permissions);
}

/** Returns whether the signed-in person may see the page that is open. */
export function useIsPageAllowed(): boolean {
  const { permissions } = useSession();
  return useMatches({
    select: (matches) => matches.every(({ staticData }) => isAllowed(staticData.permission, permissions)),
  });
}

/** Returns whether the permissions that a person holds include the one that a page needs. */
export function isAllowed(needed: Permission | null, held: readonly Permission[]): boolean {
  return needed === null || held.includes(needed);
}
