import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';

/** The suffixes of the copies. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
/** A file of the folder or of its `assets`. */
const FILE = /^\/(?:assets\/(?:[\w-]+\/)?)?[\w-][\w.-]*$/;

/**
 * Chooses the copy of a file to send: brotli, gzip, or the file itself where the build wrote no copy. Sets
 * the headers that describe it, and returns its name.
 */
export function encodedName(req: Request, res: Response, folder: string, name: string): string {
  res.vary('Accept-Encoding');
  // Browsers name gzip first, which is not a preference.
  const encoding = (['br', 'gzip'] as const).find((one) => req.acceptsEncodings(one));
  if (encoding === undefined) return name;
  const copy = `${name}${ENCODINGS[encoding]}`;
  if (!existsSync(join(folder, copy))) return name;
  // The type of the file, not of its copy.
  res.type(extname(name));
  res.setHeader('Content-Encoding', encoding);
  return copy;
}

/** Rewrites requests for files of a folder to their compressed copies, for the handler after it. */
export function encodedFiles(folder: string): RequestHandler {
  return (req, res, next) => {
    if ((req.method === 'GET' || req.method === 'HEAD') && FILE.test(req.path) && extname(req.path) !== '')
      req.url = encodedName(req, res, folder, req.path);
    next();
  };
}
