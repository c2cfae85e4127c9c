import express, { type RequestHandler, type Response, type Router } from 'express';
import helmet from 'helmet';
import { AppError } from '../../../../shared/domain/errors.ts';
import { encodedName } from './encoded-files.ts';

export interface DocsFolders {
  /** The pages of the documentation and files for integrators, built by `scripts/build/reference.mjs`. */
  reference: string;
  /** The TypeScript client, built by `scripts/build/client.mjs`. */
  client: string;
}

/** The page runs only our scripts and calls no other host; its renderer adds inline styles. */
const CONTENT_SECURITY = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  },
};

const ONE_YEAR = 'public, max-age=31536000, immutable';

/** Serves the documentation and the clients to integrators, without a key or a limit. */
export function docsRouter(folders: DocsFolders): Router {
  const router = express.Router();
  router.use(helmet.contentSecurityPolicy(CONTENT_SECURITY));
  router.get('/', page(folders.reference, 'index.html'));
  router.get('/switchboard-client.tgz', (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-cache');
    sendFile(res, 'switchboard-client.tgz', folders.client, next);
  });
  router.get('/assets/{*file}', (req, res, next) => {
    res.setHeader('Cache-Control', ONE_YEAR);
    sendFile(res, encodedName(req, res, folders.reference, req.path.slice(1)), folders.reference, next);
  });
  // A page, its text for programs, or a file such as the Python client: whatever the build has put there.
  router.get('/:name', (req, res, next) => {
    const { name } = req.params;
    if (!/^[a-z][\w-]*(?:\.postman_collection)?(?:\.(?:md|py|json|txt))?$/.test(name))
      throw new AppError('route_not_found');
    res.setHeader('Cache-Control', 'no-cache');
    if (name.endsWith('.md')) res.type('text/markdown; charset=utf-8');
    sendFile(res, name.includes('.') ? name : `${name}.html`, folders.reference, next);
  });
  return router;
}

/** Serves llms.txt, a description of the API for language models, at the root of the server. */
export function llmsRouter({ reference }: DocsFolders): Router {
  const router = express.Router();
  router.get('/llms.txt', page(reference, 'llms.txt'));
  return router;
}

function page(folder: string, name: string): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-cache');
    sendFile(res, name, folder, next);
  };
}

/** Sends a file by root and name, so that nothing above the folder can be requested. */
function sendFile(res: Response, name: string, root: string, next: (error: unknown) => void): void {
  res.sendFile(name, { root, cacheControl: false }, (error) => {
    if (!error) return;
    for (const header of ['Content-Type', 'Content-Encoding', 'Cache-Control']) {
      if (!res.headersSent) res.removeHeader(header);
    }
    next((error as { status?: number }).status === 404 ? new AppError('route_not_found') : error);
  });
}
