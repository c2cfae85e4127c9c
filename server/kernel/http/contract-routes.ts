import { type AnyProcedure, isProcedure } from '@orpc/server';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { z } from 'zod';
import type { RouteMeta } from '../../../shared/contract/base.ts';
import { AppError, ERRORS } from '../../../shared/domain/errors.ts';
import { meantBy } from './known-fields.ts';

/** A route of a contract with its handler. */
export interface ContractRoute {
  method: HTTPMethod;
  /** As in the contract: `/contacts/{id}`. */
  path: string;
  access: RouteMeta['access'];
  confirmation: RouteMeta['confirmation'];
  takesFile: boolean;
  /** The status of a successful response. */
  status: number;
  procedure: AnyProcedure;
  /** What requests are parsed with; undefined where it is not zod's. */
  inputSchema: z.core.$ZodType | undefined;
}

export interface FoundRoute<T> {
  found: T;
  params: Record<string, string | undefined>;
}

/** Finds the route of a request. */
export interface RouteIndex<T> {
  /**
   * Returns the route for a method and a path, HEAD as GET; null when the path has routes for other methods
   * only.
   * @throws {AppError} route_not_found when the path has no route, validation_failed when it is malformed.
   */
  find(method: string, path: string): FoundRoute<T> | null;
  /** Returns the methods of a path, for the header Allow. */
  allowed(path: string): string[];
}

/** Returns all routes of an implemented contract. */
export function routesOf(router: object): ContractRoute[] {
  return Object.values(router).flatMap((value: unknown): ContractRoute[] => {
    if (!isProcedure(value)) return routesOf(value as object);
    const { route, meta, inputSchema } = value['~orpc'];
    return [
      {
        method: (route.method ?? 'POST') as HTTPMethod,
        path: route.path ?? '',
        access: (meta as RouteMeta).access,
        confirmation: (meta as RouteMeta).confirmation,
        takesFile: (meta as RouteMeta).takesFile ?? false,
        status: route.successStatus ?? 200,
        procedure: value,
        inputSchema: inputSchema instanceof z.core.$ZodType ? inputSchema : undefined,
      },
    ];
  });
}

/** Much longer than our ids and numbers, so that the contract rejects long parameters, not the router. */
const PARAMETER_MAX = 4_096;

/** Builds a lookup tree of routes, with the value to return for each. */
export function indexRoutes<T>(routes: readonly { route: ContractRoute; found: T }[]): RouteIndex<T> {
  const tree = findMyWay({ ignoreTrailingSlash: true, maxParamLength: PARAMETER_MAX });
  const methods = new Set<HTTPMethod>();
  for (const { route, found } of routes) {
    methods.add(route.method);
    tree.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), () => undefined, found);
  }
  const lookUp = (method: string, path: string) => tree.find(method as HTTPMethod, path);

  /** The first steps of all paths: a typo in a later one is rarely found there. */
  const beginnings = new Set(routes.map(({ route }) => route.path.split('/')[1] ?? ''));
  function noRoute(path: string): AppError {
    const [, given = '', ...rest] = path.split('/');
    const meant = beginnings.has(given) ? null : meantBy(given, [...beginnings]);
    const hint =
      meant === null ? 'All addresses are at /docs.' : `Did you mean ${['', meant, ...rest].join('/')}?`;
    return new AppError('route_not_found', { message: `${ERRORS.route_not_found.message} ${hint}` });
  }

  function allowed(path: string): string[] {
    const found = [...methods].filter((method) => lookUp(method, path));
    return [...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
  }

  return {
    allowed,
    find: (method, path) => {
      const match = lookUp(method === 'HEAD' ? 'GET' : method, path);
      if (match) return { found: match.store as T, params: match.params };
      if (!isWellFormed(path)) {
        throw new AppError('validation_failed', {
          message: 'The address is not well-formed: a % must start an encoded character.',
        });
      }
      if (allowed(path).length === 1) throw noRoute(path);
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
