import { implement } from '@orpc/server';
import type { ParkedItem } from '../../../shared/contract/parked-items.contract.ts';
import { parkedItemsContract } from '../../../shared/contract/parked-items.contract.ts';
import { actorOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';

export function parkedItemsRoutes(list: (scope: TenantScope) => Promise<ParkedItem[]>) {
  const os = implement(parkedItemsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(async ({ context }) => ({ data: await list(actorOf(context).scope) })),
  });
}
