import { implement } from '@orpc/server';
import { dashboardMediaContract, mediaContract } from '../../../shared/contract/media.contract.ts';
import { actorOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { MediaService } from './media.service.ts';

/** What integrators call: a file, or its description for whoever asks for JSON. */
export function publicMediaRoutes(media: MediaService) {
  const os = implement(mediaContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(async ({ input, context }) => {
      const found = await media.get(actorOf(context).scope, input.params.id);
      context.offerFile(found.path);
      return found.media;
    }),
  });
}

/** What the inbox calls. */
export function dashboardMediaRoutes(media: MediaService) {
  const os = implement(dashboardMediaContract).$context<RequestContext>();
  return os.router({
    addresses: os.addresses.handler(({ input, context }) =>
      media.addresses(actorOf(context).scope, input.query.ids),
    ),
    refetch: os.refetch.handler(({ input, context }) =>
      media.refetch(actorOf(context).scope, input.params.id),
    ),
  });
}
