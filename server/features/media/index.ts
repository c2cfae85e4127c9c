import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MediaRepository } from './media.repository.ts';
import type { FindServed } from './media.router.ts';
import { dashboardMediaRoutes, publicMediaRoutes } from './media.routes.ts';
import { createMediaService, type MediaDeps } from './media.service.ts';
import { createMediaAddresses } from './media-address.ts';
import { createMediaFiles } from './media-files.ts';

export { presentMedia } from './media.presenter.ts';
export { MediaRepository } from './media.repository.ts';
export { mediaRouter } from './media.router.ts';
export type { MediaFiles } from './media-files.ts';
export { uploadRouter } from './upload.router.ts';
export { createMediaAddresses, createMediaFiles };

/** The files of a workspace's messages. */
export function registerMedia(deps: MediaDeps) {
  const service = createMediaService(deps);
  const findServed: FindServed = async (scope, { id, variant }) => {
    const row = await new MediaRepository(deps.database, scope).find(id);
    const storageKey = variant === 'small' ? row?.thumbnailKey : row?.storageKey;
    if (row?.state !== 'ready' || !storageKey) return null;
    const open = (range?: { start: number; end: number }) => deps.files.read(storageKey, range);
    const tag = `${row.sha256?.toString('base64url') ?? storageKey}${variant === 'small' ? 's' : ''}`;
    const { filename } = row;
    if (variant === 'file') return { mimeType: row.mimeType, size: Number(row.size), filename, tag, open };
    // Small enough to hold; its size is kept nowhere.
    const bytes = await buffer(await open());
    const part = ({ start, end } = { start: 0, end: bytes.length - 1 }) => bytes.subarray(start, end + 1);
    return {
      ...{ mimeType: 'image/webp', size: bytes.length, filename: null, tag },
      open: async (range) => Readable.from([part(range)]),
    };
  };
  return {
    service,
    findServed,
    publicRoutes: publicMediaRoutes(service),
    dashboardRoutes: dashboardMediaRoutes(service),
  };
}
