import { implement } from '@orpc/server';
import type { ContactFilter } from '../../../shared/contract/contact-filter.ts';
import { segmentsContract } from '../../../shared/contract/public/segments.contract.ts';
import { SEGMENT_COUNTED_MAX } from '../../../shared/domain/contacts/segments.ts';
import type { Context } from '../../kernel/context/context.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import {
  type CheckFilter,
  createSegment,
  getSegment,
  listSegments,
  removeSegment,
  updateSegment,
} from './segments.service.ts';

export { getSegment } from './segments.service.ts';

/** What segments need to know of contacts. */
interface SegmentFlows {
  checkFilter: CheckFilter;
  /** Returns how many contacts pass a filter, counted up to `max`. */
  countContacts(ctx: Context, filter: ContactFilter, max: number): Promise<number>;
}

/** Wires the segments of workspaces. */
export function registerSegments({ checkFilter, countContacts }: SegmentFlows) {
  const os = implement(segmentsContract).$context<RequestContext>();
  return {
    routes: os.router({
      list: os.list.handler(({ context }) => listSegments(contextOf(context))),
      create: os.create.handler(({ input, context }) =>
        createSegment(contextOf(context), checkFilter, input.body),
      ),
      get: os.get.handler(({ input, context }) => getSegment(contextOf(context), input.params.id)),
      count: os.count.handler(async ({ input, context }) => {
        const { filter } = await getSegment(contextOf(context), input.params.id);
        return { contacts: await countContacts(contextOf(context), filter, SEGMENT_COUNTED_MAX) };
      }),
      update: os.update.handler(({ input, context }) =>
        updateSegment(contextOf(context), checkFilter, input.params.id, input.body),
      ),
      remove: os.remove.handler(({ input, context }) => removeSegment(contextOf(context), input.params.id)),
    }),
  };
}
