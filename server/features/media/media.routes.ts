import { implement } from '@orpc/server';
import { dashboardMediaContract, mediaContract } from '../../../shared/contract/media.contract.ts';
import { contextOf, fileOf, type RequestContext } from '../../kernel/http/request-context.ts';
import {
  describeMedia,
  describeStorage,
  mediaAddresses,
  type RefetchMedia,
  refetchMedia,
  type UploadParts,
  uploadMedia,
} from './media.service.ts';
import type { StorageLimits } from './storage-limits.ts';

/** Routes for integrators: a file, or its description for a caller that requests JSON; and uploads. */
export function publicMediaRoutes(publicUrl: string, parts: UploadParts) {
  const os = implement(mediaContract).$context<RequestContext>();
  return os.router({
    upload: os.upload.handler(({ input, context }) => {
      const { filename = '' } = input.query;
      return uploadMedia(contextOf(context), parts, { filename, ...fileOf(context) });
    }),
    get: os.get.handler(async ({ input, context }) => {
      const found = await describeMedia(contextOf(context), publicUrl, input.params.id);
      context.offerFile(found.path);
      return found.media;
    }),
  });
}

/** Routes for the inbox. */
export function dashboardMediaRoutes(limits: StorageLimits, refetch: RefetchMedia) {
  const os = implement(dashboardMediaContract).$context<RequestContext>();
  return os.router({
    addresses: os.addresses.handler(({ input, context }) =>
      mediaAddresses(contextOf(context), input.query.ids),
    ),
    storage: os.storage.handler(({ context }) => describeStorage(contextOf(context), limits)),
    refetch: os.refetch.handler(({ input, context }) =>
      refetchMedia(contextOf(context), refetch, input.params.id),
    ),
  });
}
