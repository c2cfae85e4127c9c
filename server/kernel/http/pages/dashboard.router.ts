import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Response, type Router } from 'express';
import { STYLE_NONCE_PLACEHOLDER } from '../../../../shared/domain/desktop.ts';
import type { Logger } from '../../logging/logger.ts';
import { encodedFiles } from './encoded-files.ts';

/** Returns the nonce of a response, for its content security policy and the page's style elements. */
export function styleNonceOf(res: Response): string {
  res.locals.styleNonce ??= randomBytes(16).toString('base64');
  return res.locals.styleNonce;
}

/**
 * Serves the built dashboard: hashed files cached for a year, and the page for every other path without an
 * extension, because the page does its own routing. Without a build, the log says how to make one.
 */
export function dashboardRouter(folder: string, logger: Logger): Router {
  const router = express.Router();
  const page = join(folder, 'index.html');
  router.use(
    encodedFiles(folder),
    express.static(folder, {
      index: false,
      setHeaders: (res, path) => {
        const isHashed = path.includes(`${join(folder, 'assets')}`);
        res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
  router.get('/{*path}', async (req, res, next) => {
    // `/nope.js` requests a file: the page in its place would only confuse.
    if (!req.accepts('html') || /\.[^/]*$/.test(req.path)) return next();
    const html = await readFile(page, 'utf8').catch(() => null);
    if (html === null) {
      logger.error({ folder }, 'the dashboard is not built: run `npm run build`');
      res
        .status(503)
        .type('text/plain')
        .send('The dashboard is not available on this server yet. Ask the person who runs the server.');
      return;
    }
    // Sent in full, and never compared: an old page would not have the nonce of the new policy.
    res.setHeader('Cache-Control', 'no-store');
    res.type('html').send(html.replace(STYLE_NONCE_PLACEHOLDER, styleNonceOf(res)));
  });
  return router;
}
