import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Router } from 'express';
import { encodedFiles, encodedName } from './encoded-files.ts';

/**
 * Serves the built dashboard: hashed files cached for a year, and the page for every other path without an
 * extension, because the page does its own routing. Without a build, the response says how to make one.
 */
export function dashboardRouter(folder: string): Router {
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
  router.get('/{*path}', (req, res, next) => {
    // `/nope.js` requests a file: the page in its place would only confuse.
    if (!req.accepts('html') || /\.[^/]*$/.test(req.path)) return next();
    if (!existsSync(page)) {
      res.status(503).type('text/plain').send('The dashboard is not built. Run: npm run build');
      return;
    }
    res.setHeader('Cache-Control', 'no-cache');
    // The page is always sent in full: with these headers, the response would be an error.
    delete req.headers['if-match'];
    delete req.headers['if-unmodified-since'];
    // By root and name: an absolute path with a folder such as `.local` would count as hidden, and so as
    // missing.
    res.sendFile(encodedName(req, res, folder, 'index.html'), { root: folder, acceptRanges: false });
  });
  return router;
}
