import { implement } from '@orpc/server';
import { parkedItemsContract, type RetryResult } from '../../../shared/contract/parked-items.contract.ts';
import type { Context } from '../../kernel/context/context.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { listParkedItems, openParkedItem } from './parked-items.service.ts';

export interface ParkedItemsParts {
  /** Puts one item back in the queue of callbacks. @throws {AppError} parked_item_not_found */
  retryOne(ctx: Context, id: string): Promise<RetryResult>;
  /** Puts the oldest items back, of one kind or of all. */
  retryMany(ctx: Context, kind: string | undefined): Promise<RetryResult>;
}

export function parkedItemsRoutes({ retryOne, retryMany }: ParkedItemsParts) {
  const os = implement(parkedItemsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(async ({ context }) => ({ data: await listParkedItems(contextOf(context)) })),
    get: os.get.handler(({ input, context }) => openParkedItem(contextOf(context), input.params.id)),
    retry: os.retry.handler(({ input, context }) => retryOne(contextOf(context), input.params.id)),
    retryAll: os.retryAll.handler(({ input, context }) => retryMany(contextOf(context), input.body.kind)),
  });
}
