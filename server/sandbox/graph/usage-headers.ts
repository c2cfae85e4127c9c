import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Platform } from '../platform.ts';
import { accountsOfToken } from './access.ts';
import { newTraceId } from './graph-api-error.ts';

/** Sets the usage headers on every response, including errors. Callers use them to limit their rate. */
export function usageHeaders(platform: Platform): RequestHandler {
  return (request, response, next) => {
    response.set('x-fb-trace-id', newTraceId());
    response.set('x-fb-request-id', randomBytes(12).toString('base64url'));
    response.set('facebook-api-version', /^\/(v\d+\.\d+)/.exec(request.originalUrl)?.[1] ?? '');
    const token = /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
    const [account] = token === undefined ? [] : accountsOfToken(platform, token);
    const { usagePercent, regainMinutes } = account
      ? platform.knobs.of(account.phoneNumberId)
      : platform.knobs.common();
    const usage = { call_count: usagePercent, total_cputime: 1, total_time: 1 };
    response.set('x-app-usage', JSON.stringify(usage));
    if (account) {
      const type = 'whatsapp_business_management';
      const line = { type, ...usage, estimated_time_to_regain_access: regainMinutes };
      response.set('x-business-use-case-usage', JSON.stringify({ [account.wabaId]: [line] }));
    }
    next();
  };
}
