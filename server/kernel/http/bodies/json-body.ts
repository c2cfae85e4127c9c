import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { BodyBudget } from './body-budget.ts';
import { withBody } from './read-body.ts';

const BODY_MAX = 256 * 1024;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * Returns the JSON body of a request, up to 256 KB; undefined when it has none.
 * @param sender the workspace or address whose share of the budget it uses.
 * @throws {AppError} unsupported_media_type for any content type but application/json in UTF-8;
 * validation_failed for what is not JSON; otherwise the errors of `withBody`.
 */
export async function readJsonBody(
  req: IncomingMessage,
  budget: BodyBudget,
  sender: string,
): Promise<unknown> {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody || req.method === 'GET' || req.method === 'HEAD') return undefined;
  const type = req.headers['content-type'] ?? '';
  if (!JSON_TYPE.test(type)) throw new AppError('unsupported_media_type');
  if (!/^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? 'utf-8'))
    throw new AppError('unsupported_media_type', { message: 'Send the body as UTF-8.' });
  return withBody(req, { limit: BODY_MAX, budget, sender }, parse);
}

function parse(body: Buffer): unknown {
  // A decoder would silently replace invalid UTF-8 by U+FFFD.
  if (!isUtf8(body)) throw invalid('The request body is not valid UTF-8.');
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The request body is not valid JSON.');
  }
}

function invalid(message: string): AppError {
  return new AppError('validation_failed', { message });
}
