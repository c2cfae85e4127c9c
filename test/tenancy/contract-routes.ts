import { isContractProcedure } from '@orpc/contract';
import type { RouteMeta } from '../../shared/contract/base.ts';

/** A route as its contract declares it. */
export interface ContractRoute {
  name: string;
  method: string;
  path: string;
  access: RouteMeta['access'];
}

/** Every route of an API, read from the contract itself: a new route is tested without being listed anywhere. */
export function routesOf(api: object, prefix = ''): ContractRoute[] {
  return Object.entries(api).flatMap(([name, value]: [string, unknown]): ContractRoute[] => {
    const fullName = prefix ? `${prefix}.${name}` : name;
    if (!isContractProcedure(value)) return routesOf(value as object, fullName);
    const { route, meta } = value['~orpc'];
    const { access } = meta as RouteMeta;
    return [{ name: fullName, method: route.method ?? 'POST', path: route.path ?? '', access }];
  });
}
