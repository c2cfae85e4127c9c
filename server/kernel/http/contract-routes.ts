import { type AnyProcedure, isProcedure } from '@orpc/server';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { RouteMeta } from '../../../shared/contract/base.ts';
import { AppError } from '../../../shared/domain/errors.ts';

/** A route of a contract with its handler. */
export interface ContractRoute {
  method: HTTPMethod;
  /** As the contract has it: `/contacts/{id}`. */
  path: string;
  access: RouteMeta['access'];
  /** The status of an answer that is no error. */
  status: number;
  procedure: AnyProcedure;
}

export interface FoundRoute<T> {
  found: T;
  params: Record<string, string | undefined>;
}

/** Which route answers a request. */
export interface RouteIndex<T> {
  /**
   * The route of a method and a path; a HEAD is asked like its GET.
   * @throws {AppError} route_not_found when the path has no route at all, validation_failed when it is not well-formed.
   * Null when it has routes of other methods only: see `allowed`.
   */
  find(method: string, path: string): FoundRoute<T> | null;
  /** What a path allows, for the header Allow. */
  allowed(path: string): string[];
}

/** Every route of an implemented contract. */
export function routesOf(router: object): ContractRoute[] {
  return Object.values(router).flatMap((value: unknown): ContractRoute[] => {
    if (!isProcedure(value)) return routesOf(value as object);
    const { route, meta } = value['~orpc'];
    return [
      {
        method: (route.method ?? 'POST') as HTTPMethod,
        path: route.path ?? '',
        access: (meta as RouteMeta).access,
        status: route.successStatus ?? 200,
        procedure: value,
      },
    ];
  });
}

/** No id or number of ours is this long; what is longer is left to the contract to refuse. */
const PARAMETER_MAX = 4_096;

/** Puts routes into a tree, with what is to be found for each. */
export function indexRoutes<T>(routes: readonly { route: ContractRoute; found: T }[]): RouteIndex<T> {
  const tree = findMyWay({ ignoreTrailingSlash: true, maxParamLength: PARAMETER_MAX });
  const methods = new Set<HTTPMethod>();
  for (const { route, found } of routes) {
    methods.add(route.method);
    tree.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), () => undefined, found);
  }
  const look = (method: string, path: string) => tree.find(method as HTTPMethod, path);

  function allowed(path: string): string[] {
    const found = [...methods].filter((method) => look(method, path));
    return [...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
  }

  return {
    allowed,
    find: (method, path) => {
      const match = look(method === 'HEAD' ? 'GET' : method, path);
      if (match) return { found: match.store as T, params: match.params };
      if (!isWellFormed(path)) {
        throw new AppError('validation_failed', {
          message: 'The address is not well-formed: a % must start an encoded character.',
        });
      }
      if (allowed(path).length === 1) throw new AppError('route_not_found');
      return null;
    },
  };
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
