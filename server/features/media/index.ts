import { dashboardMediaRoutes, publicMediaRoutes } from './media.routes.ts';
import type { RefetchMedia } from './media.service.ts';

export { presentMedia } from './media.presenter.ts';
export {
  attachMedia,
  droppedMedia,
  dropUnsentMedia,
  findMedia,
  findMediaOfMessage,
  giveUpMedia,
  insertInboundMedia,
  markMediaReady,
  mediaOfContact,
  rememberUpload,
  restartMedia,
} from './media.repository.ts';
export { mediaRouter } from './media.router.ts';
export { createMediaFiles, type MediaFiles } from './media-files.ts';
export { uploadRouter } from './upload.router.ts';

/** Wires the files of a workspace's messages. `publicUrl` is the external address of this server. */
export function registerMedia({ publicUrl, refetch }: { publicUrl: string; refetch: RefetchMedia }) {
  return { publicRoutes: publicMediaRoutes(publicUrl), dashboardRoutes: dashboardMediaRoutes(refetch) };
}
