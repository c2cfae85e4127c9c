import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Router } from 'express';

/**
 * Serves the built dashboard: hashed files for a year, and the page itself for every other address
 * without an extension, because the page routes by itself. Without a build it says how to get one.
 */
export function dashboardRouter(folder: string): Router {
  const router = express.Router();
  const page = join(folder, 'index.html');
  router.use(
    express.static(folder, {
      index: false,
      setHeaders: (res, path) => {
        const isHashed = path.includes(`${join(folder, 'assets')}`);
        res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
  router.get('/{*path}', (req, res, next) => {
    // `/nope.js` asks for a file, and a page in its place would only confuse.
    if (!req.accepts('html') || /\.[^/]*$/.test(req.path)) return next();
    if (!existsSync(page)) {
      res.status(503).type('text/plain').send('The dashboard is not built. Run: npm run build');
      return;
    }
    res.setHeader('Cache-Control', 'no-cache');
    // The page is always sent whole: these headers would turn it into an error without a cause.
    delete req.headers['if-match'];
    delete req.headers['if-unmodified-since'];
    // By root and name: an absolute path with a folder like `.local` in it would count as hidden, so as missing.
    res.sendFile('index.html', { root: folder, acceptRanges: false });
  });
  return router;
}
