import { implement } from '@orpc/server';
import { parkedItemsContract } from '../../../shared/contract/parked-items.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { listParkedItems } from './parked-items.service.ts';

export function parkedItemsRoutes() {
  const os = implement(parkedItemsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(async ({ context }) => ({ data: await listParkedItems(contextOf(context)) })),
  });
}
