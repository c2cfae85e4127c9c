import { isContractProcedure } from '@orpc/contract';
import type { z } from 'zod';
import type { RouteMeta } from '../../shared/contract/base.ts';

/** A route as its contract declares it. */
export interface ContractRoute {
  name: string;
  method: string;
  path: string;
  access: RouteMeta['access'];
  /** The status of a good answer. */
  successStatus: number;
  /** What it takes: an object with `params`, `query` and `body`, as far as it has them. */
  input: z.ZodType;
  output: z.ZodType;
}

/** Every route of an API, read from the contract itself: a new route is tested without being listed anywhere. */
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
        successStatus: route.successStatus ?? 200,
        input: inputSchema as unknown as z.ZodType,
        output: outputSchema as unknown as z.ZodType,
      },
    ];
  });
}
