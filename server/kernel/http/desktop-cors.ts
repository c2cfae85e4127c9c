import type { RequestHandler } from 'express';
import { DESKTOP_ORIGIN } from '../../../shared/domain/desktop.ts';

const PREFLIGHT_SECONDS = 7_200;

/**
 * Lets the desktop app's page read the dashboard API. No website can have its origin, and credentials are not
 * allowed: the app's main process adds the session token itself.
 */
export function desktopCors(): RequestHandler {
  return (req, res, next) => {
    res.vary('Origin');
    if (req.headers.origin !== DESKTOP_ORIGIN) {
      next();
      return;
    }
    res.setHeader('Access-Control-Allow-Origin', DESKTOP_ORIGIN);
    res.setHeader('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After, Date');
    if (req.method !== 'OPTIONS') {
      next();
      return;
    }
    res.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
    res.setHeader('Access-Control-Allow-Headers', 'Content-Type, Idempotency-Key');
    res.setHeader('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    res.status(204).end();
  };
}
