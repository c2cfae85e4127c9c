import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Smaller bodies fit into one packet either way. */
const MIN_BYTES = 1024;
const compress = promisify(gzip);

/**
 * Sends JSON, compressed for callers that accept gzip. Only gzip: brotli takes longer than it saves for what
 * is compressed on every request (decision 0262).
 */
export async function sendJson(req: Request, res: Response, value: unknown): Promise<void> {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  const body = Buffer.from(JSON.stringify(value));
  if (body.length < MIN_BYTES) return end(res, body);
  res.vary('Accept-Encoding');
  if (req.headers['accept-encoding'] === undefined || !req.acceptsEncodings('gzip')) return end(res, body);
  const compressed = await compress(body, { level: constants.Z_BEST_SPEED });
  res.setHeader('Content-Encoding', 'gzip');
  end(res, compressed);
}

function end(res: Response, body: Buffer): void {
  res.setHeader('Content-Length', body.length);
  res.end(body);
}
