import type { Router } from 'express';
import { performHandshake } from '../callbacks/handshake.ts';
import { changeStanding, standingOf } from '../conversation/accounts.ts';
import type { Platform } from '../platform.ts';
import type { Account } from '../state/model.ts';
import { accessOf, numberIn } from './access.ts';
import { bodyOf, requireProduct, textIn } from './body.ts';
import { callbackRefused, GraphApiError } from './graph-api-error.ts';

const allowedCalls = 10;
const allowedPeriodMs = 72 * 60 * 60 * 1000;

const wrongPinsAllowed = 5;
const wrongPinsPeriodMs = 60 * 60 * 1000;

/** Counts a wrong PIN and returns its error. After too many, the platform accepts no PIN for a while. */
function wrongPin(platform: Platform, account: Account): GraphApiError {
  const now = platform.clock.now();
  const recent = standingOf(account).wrongPins.filter((at) => now - at < wrongPinsPeriodMs);
  if (recent.length >= wrongPinsAllowed) {
    return new GraphApiError(133008, { details: 'Too many wrong PINs. Try again in 60 minutes.' });
  }
  changeStanding(platform.store, account, { wrongPins: [...recent, now] });
  return new GraphApiError(133005);
}

/** Mounts registering a number with its PIN, deregistering it, and setting its callback URL. */
export function mountRegistration(router: Router, platform: Platform): void {
  const save = (account: Account) => platform.store.account.put(account.phoneNumberId, account);

  function counted(account: Account): Account {
    const now = platform.clock.now();
    const recent = account.registrations.filter((at) => now - at < allowedPeriodMs);
    if (recent.length >= allowedCalls) throw new GraphApiError(133016);
    return save({ ...account, registrations: [...recent, now] });
  }

  router.post('/:id/register', (request, response) => {
    const account = numberIn(accessOf(platform, request), request.params.id, 'post');
    const body = bodyOf(request);
    requireProduct(body);
    const pin = textIn(body, 'pin');
    if (!/^\d{6}$/.test(pin))
      throw new GraphApiError(100, { message: '(#100) Param pin must be 6 characters long.' });
    if (!standingOf(account).verified) throw new GraphApiError(133006);
    const ready = counted(account);
    if (ready.pin !== null && ready.pin !== pin) throw wrongPin(platform, ready);
    save({ ...ready, pin, registered: true });
    platform.hub.emit({ type: 'reload' });
    response.json({ success: true });
  });

  router.post('/:id/deregister', (request, response) => {
    const account = numberIn(accessOf(platform, request), request.params.id, 'post');
    if (!account.registered) throw new GraphApiError(100);
    save({ ...counted(account), registered: false });
    response.json({ success: true });
  });

  router.post('/:id', async (request, response) => {
    const account = numberIn(accessOf(platform, request), request.params.id, 'post');
    const { webhook_configuration: configuration } = bodyOf(request);
    if (typeof configuration !== 'object' || configuration === null) {
      throw new GraphApiError(100, { message: '(#100) Param webhook_configuration must be an object.' });
    }
    const url = textIn({ ...configuration }, 'override_callback_uri', '');
    const target = url === '' ? null : { url, verifyToken: textIn({ ...configuration }, 'verify_token') };
    const failure = target && (await performHandshake(target));
    if (failure) throw callbackRefused(failure);
    save({ ...account, callbacks: { ...account.callbacks, number: target } });
    platform.queue.kick(account.phoneNumberId);
    response.json({ success: true });
  });
}
