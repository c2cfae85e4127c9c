import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { AppError } from '../../../shared/domain/errors.ts';

const parse = express.json({
  limit: '256kb',
  inflate: false,
  strict: false,
  type: () => true,
  // The parser would silently replace invalid UTF-8 by U+FFFD.
  verify: (_req, _res, body) => {
    if (!isUtf8(body)) throw new Error('not UTF-8');
  },
});

/**
 * Returns the JSON body of a request, up to 256 KB; undefined when it has none.
 * @throws {AppError} unsupported_media_type for any content type but application/json; otherwise the errors
 * of body-parser (see `describe-error.ts`).
 */
export async function readJsonBody(req: Request, res: Response): Promise<unknown> {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody || req.method === 'GET' || req.method === 'HEAD') return undefined;
  if (!/^application\/json\s*(;|$)/i.test(req.get('Content-Type') ?? '')) {
    throw new AppError('unsupported_media_type');
  }
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return req.body;
}
