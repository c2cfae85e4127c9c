import type { RequestHandler, Response } from 'express';
import type { Platform } from '../platform.ts';
import { isObject } from './body.ts';

/** Adds every call to the log for test assertions and to the activity on the phone page. */
export function recordCalls(platform: Platform): RequestHandler {
  return (request, response, next) => {
    const at = platform.clock.now();
    response.once('close', () => {
      const path = request.originalUrl.split('?')[0] ?? '';
      const phoneNumberId = numberIn(platform, path);
      const status = response.locals.hungUp === true ? null : response.statusCode;
      const body: unknown = request.body;
      const errorCode = typeof response.locals.errorCode === 'number' ? response.locals.errorCode : null;
      const wamid = wamidOf(response);
      platform.calls.add({ at, method: request.method, path, phoneNumberId, body, status, errorCode, wamid });
      const outcome =
        status === null
          ? 'cut off without an answer'
          : `HTTP ${status}${errorCode === null ? '' : ` · code ${errorCode}`}`;
      const activity = { kind: 'call' as const, title: titleOf(request.method, path, body), outcome };
      const ok = status !== null && status < 400;
      platform.hub.emit({ type: 'activity', activity: { ...activity, at, phoneNumberId, ok } });
    });
    next();
  };
}

function wamidOf(response: Response): string | null {
  return typeof response.locals.wamid === 'string' ? response.locals.wamid : null;
}

function numberIn(platform: Platform, path: string): string | null {
  const [, , id = ''] = path.split('/');
  return platform.store.account.get(id)?.phoneNumberId ?? null;
}

function titleOf(method: string, path: string, body: unknown): string {
  const [, , id, edge] = path.split('/');
  if (edge === 'messages' && isObject(body)) {
    if (body.status === 'read') return body.typing_indicator ? 'marks as read, is typing' : 'marks as read';
    return `sends ${typeof body.type === 'string' ? body.type : 'text'}`;
  }
  return `${method} ${edge ?? id ?? path}`;
}
