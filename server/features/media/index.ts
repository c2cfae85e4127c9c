import { dashboardMediaRoutes, publicMediaRoutes } from './media.routes.ts';
import type { RefetchMedia } from './media.service.ts';
import type { MediaFiles } from './media-files.ts';
import type { StorageLimits } from './storage-limits.ts';

export { createImageDecoder, type ImageLimits } from './images/image-decoder.ts';
export { presentMedia } from './media.presenter.ts';
export {
  attachMedia,
  detachMedia,
  droppedMedia,
  dropUnsentMedia,
  endMediaFetch,
  filesOfContact,
  findMedia,
  findMediaOfMessage,
  insertInboundMedia,
  markMediaReady,
  mediaOfContact,
  rememberUpload,
  restartMedia,
} from './media.repository.ts';
export { mediaRouter } from './media.router.ts';
export { createMediaFiles, type MediaFiles } from './media-files.ts';
export { allMediaBytes, dueRecounts, recountStored, removeMedia } from './media-usage.repository.ts';
export { noRoomForFetch, type StorageLimits } from './storage-limits.ts';
export { uploadRouter } from './upload.router.ts';

/** Wires the files of a workspace's messages. `publicUrl` is the external address of this server. */
export function registerMedia({
  publicUrl,
  files,
  limits,
  refetch,
}: {
  publicUrl: string;
  files: MediaFiles;
  limits: StorageLimits;
  refetch: RefetchMedia;
}) {
  return {
    publicRoutes: publicMediaRoutes(publicUrl, { files, limits }),
    dashboardRoutes: dashboardMediaRoutes(limits, refetch),
  };
}
