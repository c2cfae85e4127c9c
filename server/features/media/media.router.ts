import { pipeline } from 'node:stream/promises';
import express, { type Request, type Response, type Router } from 'express';
import { AppError } from '../../../shared/domain/errors.ts';
import { nameOfFile } from '../../../shared/domain/media-limits.ts';
import type { Resources } from '../../kernel/context/context.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { type ServedFile, servedFile } from './media.service.ts';
import { readMediaAddress } from './media-address.ts';
import type { MediaFiles } from './media-files.ts';

/** Types that browsers may display inline: none can contain a script. All others are downloaded. */
const INLINE_TYPES = /^(image\/(jpeg|png|webp)|video\/(mp4|3gpp)|audio\/(aac|amr|mpeg|mp4|ogg))$/;

/**
 * Returns the router of `GET /media/<workspace>/<file>?v&e&s`, which serves the file of a signed address,
 * whole or in ranges. `scopeOf` creates the scope of the workspace in a valid signature.
 */
export function mediaRouter({
  resources,
  files,
  scopeOf,
}: {
  resources: Resources;
  files: MediaFiles;
  scopeOf(tenantId: Buffer): TenantScope;
}): Router {
  const router = express.Router();
  router.get('/:tenantId/:id', async (req, res) => {
    const signed = readMediaAddress(resources, req.params, req.query);
    if (!signed) {
      throw new AppError('forbidden', {
        message: 'This file address is wrong or has expired. Request a new one.',
      });
    }
    const file = await servedFile({ db: resources.db, scope: scopeOf(signed.tenantId) }, files, signed);
    if (!file) throw new AppError('media_not_found');
    setHeaders(req, res, file, signed.expiresAt.getTime() - resources.clock.now().getTime());
    await send(req, res, file);
  });
  return router;
}

function setHeaders(req: Request, res: Response, file: ServedFile, validMs: number): void {
  const [type = ''] = file.mimeType.split(';');
  const isInline = INLINE_TYPES.test(type) && req.query.d !== '1';
  res.attachment(nameOfFile(file.filename, type));
  if (isInline) {
    const disposition = String(res.getHeader('Content-Disposition'));
    res.setHeader('Content-Disposition', disposition.replace(/^attachment/, 'inline'));
  }
  const seconds = Math.max(0, Math.floor(validMs / 1000));
  const headers = {
    'Content-Type': INLINE_TYPES.test(type) ? file.mimeType : 'application/octet-stream',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    // The desktop app's page has another origin. Anyone with the address may read the file; this is intended.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': `private, max-age=${seconds}, immutable`,
    'Accept-Ranges': 'bytes',
    ETag: `"${file.tag}"`,
  };
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}

async function send(req: Request, res: Response, file: ServedFile): Promise<void> {
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const range = rangeOf(req, file);
  if (range === 'outside') {
    res.setHeader('Content-Range', `bytes */${file.size}`);
    res.status(416).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  if (range) res.status(206).setHeader('Content-Range', `bytes ${start}-${end}/${file.size}`);
  res.setHeader('Content-Length', end - start + 1);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const bytes = await file.open(range ?? undefined);
  // A client that disconnects in the middle of a video is not an error.
  await pipeline(bytes, res).catch((error: unknown) => {
    if (!res.headersSent) throw error;
    res.destroy();
  });
}

/** Returns the requested range; null, meaning the whole file, when several ranges are requested. */
function rangeOf(req: Request, file: ServedFile): { start: number; end: number } | 'outside' | null {
  const condition = req.get('If-Range');
  if (condition !== undefined && condition !== `"${file.tag}"`) return null;
  const ranges = req.range(file.size, { combine: true });
  if (ranges === -1) return 'outside';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
