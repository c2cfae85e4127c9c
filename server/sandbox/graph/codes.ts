import { randomInt } from 'node:crypto';
import type { Router } from 'express';
import { changeStanding, standingOf } from '../conversation/accounts.ts';
import type { Platform } from '../platform.ts';
import { accessOf, numberIn } from './access.ts';
import { bodyOf, textIn } from './body.ts';
import { GraphApiError } from './graph-api-error.ts';

const requestsAllowed = 5;
const requestsPeriodMs = 60 * 60 * 1000;
const codeLifeMs = 10 * 60 * 1000;
const attemptsAllowed = 5;

/** Mounts the verification of numbers. Codes "sent" by SMS or voice are shown on the phone page. */
export function mountCodes(router: Router, platform: Platform): void {
  const { store, clock, hub } = platform;

  router.post('/:id/request_code', (request, response) => {
    const account = numberIn(accessOf(platform, request), request.params.id, 'post');
    const body = bodyOf(request);
    const method = textIn(body, 'code_method');
    if (!['SMS', 'VOICE'].includes(method)) {
      throw new GraphApiError(100, { message: '(#100) Param code_method must be one of {SMS, VOICE}.' });
    }
    if (!/^[a-z]{2}(_[A-Z]{2})?$/.test(textIn(body, 'language'))) {
      throw new GraphApiError(100, { message: '(#100) Param language is not a supported locale.' });
    }
    const now = clock.now();
    const recent = standingOf(account).codeRequests.filter((at) => now - at < requestsPeriodMs);
    if (recent.length >= requestsAllowed) throw new GraphApiError(136024);
    const value = String(randomInt(0, 1_000_000)).padStart(6, '0');
    const code = { value, expiresAt: now + codeLifeMs, tries: 0 };
    changeStanding(store, account, { code, codeRequests: [...recent, now] });
    const title = `${method === 'SMS' ? 'SMS' : 'Voice call'} to ${account.displayPhoneNumber}`;
    const outcome = `your code is ${value}`;
    hub.emit({
      type: 'activity',
      activity: { kind: 'call', title, outcome, ok: true, at: now, phoneNumberId: account.phoneNumberId },
    });
    response.json({ success: true });
  });

  router.post('/:id/verify_code', (request, response) => {
    const account = numberIn(accessOf(platform, request), request.params.id, 'post');
    const typed = textIn(bodyOf(request), 'code');
    const { code } = standingOf(account);
    if (code === null || clock.now() > code.expiresAt) throw new GraphApiError(136025);
    if (code.tries >= attemptsAllowed) throw new GraphApiError(4);
    if (code.value !== typed) {
      changeStanding(store, account, { code: { ...code, tries: code.tries + 1 } });
      throw new GraphApiError(136025);
    }
    changeStanding(store, account, { code: null, verified: true });
    response.json({ success: true, id: account.phoneNumberId });
  });
}
