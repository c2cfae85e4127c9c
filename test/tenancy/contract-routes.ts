import { isContractProcedure } from '@orpc/contract';
import type { z } from 'zod';
import type { RouteMeta } from '../../shared/contract/base.ts';

/** A route as its contract declares it. */
export interface ContractRoute {
  name: string;
  method: string;
  path: string;
  access: RouteMeta['access'];
  confirmation: RouteMeta['confirmation'];
  /** The status of a success. */
  successStatus: number;
  /** The input schema: an object with `params`, `query` and `body`, if it has them. */
  input: z.ZodType;
  output: z.ZodType;
}

/** Returns every route of an API from its contract, so that new routes are tested automatically. */
export function routesOf(api: object, prefix = ''): ContractRoute[] {
  return Object.entries(api).flatMap(([name, value]: [string, unknown]): ContractRoute[] => {
    const fullName = prefix ? `${prefix}.${name}` : name;
    if (!isContractProcedure(value)) return routesOf(value as object, fullName);
    const { route, meta, inputSchema, outputSchema } = value['~orpc'];
    return [
      {
        name: fullName,
        method: route.method ?? 'POST',
        path: route.path ?? '',
        access: (meta as RouteMeta).access,
        confirmation: (meta as RouteMeta).confirmation,
        successStatus: route.successStatus ?? 200,
        input: inputSchema as unknown as z.ZodType,
        output: outputSchema as unknown as z.ZodType,
      },
    ];
  });
}
