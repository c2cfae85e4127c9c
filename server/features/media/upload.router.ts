import { Readable } from 'node:stream';
import express, { type Request, type Response, type Router } from 'express';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Permission } from '../../../shared/domain/permissions.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { Resources } from '../../kernel/context/context.ts';
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
      const media = await uploadMedia({ ...resources, scope: actor.scope }, parts, {
        filename: typeof filename === 'string' ? filename : '',
        contentType: req.get('Content-Type') ?? '',
        size: announcedSize(req),
        bytes: Readable.from(bytesOf(req), { objectMode: false }),
      });
      res.status(201).json(media);
    } catch (error) {
      // A caller who has disconnected gets no response.
      if (req.destroyed && !req.complete) return;
      discardRest(req);
      throw error;
    }
  });
  return router;
}

/** Yields the body's chunks. After an error with the file, the connection must still carry the response. */
async function* bytesOf(req: Request): AsyncGenerator<Buffer> {
  for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk;
}

/** Time limit for receiving the rest of a rejected body. */
const LEFTOVER_MS = 10_000;

/** Reads and discards the rest of a body, so that the sender can read why it was rejected. */
function discardRest(req: Request): void {
  if (req.complete) return;
  req.resume();
  const timer = setTimeout(() => req.destroy(), LEFTOVER_MS);
  req.once('close', () => clearTimeout(timer));
}

function announcedSize(req: Request): number | null {
  const { 'content-length': length } = req.headers;
  return length === undefined ? null : Number(length);
}
