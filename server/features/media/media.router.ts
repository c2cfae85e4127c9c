import { pipeline } from 'node:stream/promises';
import express, { type Request, type Response, type Router } from 'express';
import { AppError } from '../../../shared/domain/errors.ts';
import { nameOfFile } from '../../../shared/domain/media-limits.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { MediaAddresses, SignedPath } from './media-address.ts';

/** What the bytes of an address are. */
export interface ServedFile {
  mimeType: string;
  size: number;
  filename: string | null;
  /** Never the same for other bytes. */
  tag: string;
  open(range?: { start: number; end: number }): Promise<NodeJS.ReadableStream>;
}

/** Finds the file behind an address that is right; null when it is gone. */
export type FindServed = (scope: TenantScope, signed: SignedPath) => Promise<ServedFile | null>;

/**
 * What a browser may show by itself: nothing that can hold a script, and none of it is ever a page. All else
 * is saved.
 */
const SHOWN = /^(image\/(jpeg|png|webp)|video\/(mp4|3gpp)|audio\/(aac|amr|mpeg|mp4|ogg))$/;

/** `GET /media/<workspace>/<file>?v&e&s`: the file of an address that we signed, whole or in ranges. */
export function mediaRouter(deps: {
  addresses: MediaAddresses;
  find: FindServed;
  scopeOf(tenantId: Buffer): TenantScope;
}): Router {
  const router = express.Router();
  router.get('/:tenantId/:id', async (req, res) => {
    const signed = deps.addresses.read(req.params, req.query);
    if (!signed) {
      throw new AppError('forbidden', {
        message: 'This address of a file is not right, or has expired. Ask for a new one.',
      });
    }
    const file = await deps.find(deps.scopeOf(signed.tenantId), signed);
    if (!file) throw new AppError('media_not_found');
    setHeaders(req, res, file, signed);
    await send(req, res, file);
  });
  return router;
}

function setHeaders(req: Request, res: Response, file: ServedFile, { expiresAt }: SignedPath): void {
  const [type = ''] = file.mimeType.split(';');
  const isShown = SHOWN.test(type) && req.query.d !== '1';
  res.attachment(nameOfFile(file.filename, type));
  if (isShown) {
    const disposition = String(res.getHeader('Content-Disposition'));
    res.setHeader('Content-Disposition', disposition.replace(/^attachment/, 'inline'));
  }
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000));
  const headers = {
    'Content-Type': SHOWN.test(type) ? file.mimeType : 'application/octet-stream',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    // The desktop's page has another origin. Whoever has the address may read it: that is what it is for.
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
  // Who looks away in the middle of a film is no error.
  await pipeline(bytes, res).catch((error: unknown) => {
    if (!res.headersSent) throw error;
    res.destroy();
  });
}

/** The one part that is asked for; several parts at once are answered with the whole. */
function rangeOf(req: Request, file: ServedFile): { start: number; end: number } | 'outside' | null {
  const condition = req.get('If-Range');
  if (condition !== undefined && condition !== `"${file.tag}"`) return null;
  const ranges = req.range(file.size, { combine: true });
  if (ranges === -1) return 'outside';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
