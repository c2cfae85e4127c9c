import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Platform } from '../platform.ts';
import { accountsOfToken } from './access.ts';
import { newTraceId } from './graph-fault.ts';

/** Puts the headers on every answer, errors included, by which a caller is to pace itself. */
export function usageHeaders(platform: Platform): RequestHandler {
  return (request, response, next) => {
    const usage = { call_count: 1, total_cputime: 1, total_time: 1 };
    response.set('x-app-usage', JSON.stringify(usage));
    response.set('x-fb-trace-id', newTraceId());
    response.set('x-fb-request-id', randomBytes(12).toString('base64url'));
    response.set('facebook-api-version', /^\/(v\d+\.\d+)/.exec(request.originalUrl)?.[1] ?? '');
    const token = /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
    const [account] = token === undefined ? [] : accountsOfToken(platform, token);
    if (account) {
      const line = { type: 'whatsapp_business_management', ...usage, estimated_time_to_regain_access: 0 };
      response.set('x-business-use-case-usage', JSON.stringify({ [account.wabaId]: [line] }));
    }
    next();
  };
}
