import type { RequestHandler } from 'express';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';

/**
 * Refuses a query that would be read as something else than it says: a % that encodes nothing would pass
 * as text, and oRPC reads `page[]=1` as a list of `page`, which no route of ours has.
 */
export const checkQuery: RequestHandler = (req, _res, next) => {
  const [, query = ''] = req.originalUrl.split('?', 2);
  const details = query.split('&').filter(Boolean).flatMap(faultOf);
  if (details.length > 0) throw new AppError('validation_failed', { details });
  next();
};

function faultOf(parameter: string): ErrorDetail[] {
  const [rawName = '', ...rest] = parameter.split('=');
  const name = decode(rawName);
  if (name === null || decode(rest.join('=')) === null) {
    const message = 'is not well-formed: a % must start an encoded character';
    return [{ path: name ?? rawName, message }];
  }
  return /[[\]]/.test(name) ? [{ path: name, message: 'is not a known field' }] : [];
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
