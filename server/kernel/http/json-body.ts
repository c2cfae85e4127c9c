import { isUtf8 } from 'node:buffer';
import express, { type RequestHandler } from 'express';
import { AppError } from '../../../shared/domain/errors.ts';

const parse = express.json({
  limit: '256kb',
  inflate: false,
  strict: false,
  type: () => true,
  // The parser would store what is no UTF-8 as U+FFFD, and nobody would learn of it.
  verify: (_req, _res, body) => {
    if (!isUtf8(body)) throw new Error('not UTF-8');
  },
});

/**
 * Reads a JSON body of up to 256 KB. Any other content type is refused first, because oRPC by itself
 * would take forms and files too.
 */
export const jsonBody: RequestHandler = (req, res, next) => {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (req.method === 'GET' || req.method === 'HEAD') {
    // Ours take no body. Without this oRPC would read one, of any size and as whatever it claims to be.
    req.body = null;
    next();
    return;
  }
  if (!hasBody) {
    // Nor shall it read nothing as a form or a file.
    delete req.headers['content-type'];
    delete req.headers['content-disposition'];
    next();
    return;
  }
  if (!/^application\/json\s*(;|$)/i.test(req.get('Content-Type') ?? '')) {
    next(new AppError('unsupported_media_type'));
    return;
  }
  parse(req, res, next);
};
