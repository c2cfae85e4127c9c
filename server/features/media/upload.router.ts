import express, { type Request, type Response, type Router } from 'express';
import type { UploadedMedia } from '../../../shared/contract/media.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Permission } from '../../../shared/domain/permissions.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import { operatorContext, type Resources } from '../../kernel/context/context.ts';
import { discardRest, fileBodyOf } from '../../kernel/http/bodies/file-body.ts';
import { uploadMedia } from './media.service.ts';
import type { MediaFiles } from './media-files.ts';
import type { StorageLimits } from './storage-limits.ts';

export interface UploadRouterDeps {
  authenticate(req: Request): Promise<UserActor | null>;
  limit(res: Response, actor: UserActor): Promise<void>;
  resources: Resources;
  files: MediaFiles;
  limits: StorageLimits;
}

const NEEDED: Permission = 'messages:send';

/**
 * Returns the router of `POST /?filename=…` with the bytes of a file as the body and its type as
 * Content-Type. The bytes are streamed to storage.
 */
export function uploadRouter({ authenticate, limit, resources, ...parts }: UploadRouterDeps): Router {
  const router = express.Router();
  router.post('/', async (req, res) => {
    try {
      const actor = await authenticate(req);
      if (!actor) throw new AppError('session_required');
      await limit(res, actor);
      if (!actor.permissions.has(NEEDED)) {
        throw new AppError('forbidden', { message: 'Your role does not allow this.' });
      }
      const { filename } = req.query;
      const upload = await uploadMedia(operatorContext(resources, actor.scope), parts, {
        filename: typeof filename === 'string' ? filename : '',
        ...fileBodyOf(req),
      });
      const { id, kind, mimeType, size, filename: name } = upload;
      res.status(201).json({ id, kind, mimeType, size, filename: name } satisfies UploadedMedia);
    } catch (error) {
      // A caller who has disconnected gets no response.
      if (req.destroyed && !req.complete) return;
      discardRest(req);
      throw error;
    }
  });
  return router;
}
