import type { Router } from 'express';
import { z } from 'zod';
import { performHandshake } from '../callbacks/handshake.ts';
import { addAccount, changeStanding } from '../conversation/accounts.ts';
import { callbackRefused } from '../graph/graph-api-error.ts';
import type { Platform } from '../platform.ts';
import type { Account } from '../state/model.ts';
import { ControlError, parsed } from './control-error.ts';

const id = z.string().regex(/^\d{5,20}$/);
const NewAccount = z.strictObject({
  appId: id.optional(),
  appSecret: z.string().min(1).optional(),
  accessToken: z.string().regex(/^\S+$/).optional(),
  wabaId: id.optional(),
  phoneNumberId: id.optional(),
  displayPhoneNumber: z.string().min(7).optional(),
  verifiedName: z.string().min(1).optional(),
  subscribed: z.boolean().optional(),
  registered: z.boolean().optional(),
});
const Change = z.strictObject({
  registered: z.boolean().optional(),
  subscribed: z.boolean().optional(),
  pin: z
    .string()
    .regex(/^\d{6}$/)
    .nullable()
    .optional(),
  accessToken: z.string().regex(/^\S+$/).optional(),
  verified: z.boolean().optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  messagingLimit: z
    .string()
    .regex(/^TIER_/)
    .optional(),
  tokenExpiresAt: z.number().int().min(0).optional(),
  tokenScopes: z.array(z.string()).optional(),
});
const Notice = z.strictObject({ field: z.string().min(1), value: z.record(z.string(), z.unknown()) });
const Webhook = z.strictObject({ callbackUrl: z.string(), verifyToken: z.string() });

/** Mounts the businesses on the platform, and their callback URLs. */
export function mountAccounts(router: Router, platform: Platform): void {
  const { store } = platform;

  router.get('/accounts', (_request, response) => {
    response.json({ data: [...store.account.values()] });
  });

  router.post('/accounts', (request, response) => {
    const choice = definedOnly(parsed(NewAccount, request.body));
    if (choice.phoneNumberId !== undefined && store.account.get(choice.phoneNumberId)) {
      throw new ControlError(409, 'account_exists', 'There is an account with this phone number id already.');
    }
    const account = addAccount(store, choice);
    platform.hub.emit({ type: 'reload' });
    response.status(201).json(account);
  });

  router.get('/accounts/:pnid', (request, response) => {
    response.json(accountAt(platform, request.params.pnid));
  });

  router.patch('/accounts/:pnid', (request, response) => {
    const account = accountAt(platform, request.params.pnid);
    const change = definedOnly(parsed(Change, request.body));
    const { registered, subscribed, pin, accessToken, ...standing } = change;
    const own = definedOnly({ registered, subscribed, pin, accessToken });
    response.json(
      changeStanding(store, store.account.put(account.phoneNumberId, { ...account, ...own }), standing),
    );
    platform.hub.emit({ type: 'reload' });
  });

  // Callbacks of other fields than `messages`, such as the quality of the number.
  router.post('/accounts/:pnid/notices', (request, response) => {
    const account = accountAt(platform, request.params.pnid);
    const { field, value } = parsed(Notice, request.body);
    platform.publisher.notify(account, field, value, Math.floor(platform.clock.now() / 1_000));
    response.status(202).json({ success: true });
  });

  router.post('/accounts/:pnid/webhook', async (request, response) => {
    const account = accountAt(platform, request.params.pnid);
    const { callbackUrl, verifyToken } = parsed(Webhook, request.body);
    const target = { url: callbackUrl, verifyToken };
    const failure = await performHandshake(target);
    if (failure !== null) {
      response.status(400).json(callbackRefused(failure).body());
      return;
    }
    const callbacks = { ...account.callbacks, app: target };
    store.account.put(account.phoneNumberId, { ...account, callbacks });
    platform.queue.kick(account.phoneNumberId);
    platform.hub.emit({ type: 'reload' });
    response.json({ success: true });
  });

  router.delete('/accounts/:pnid/webhook', (request, response) => {
    const account = accountAt(platform, request.params.pnid);
    store.account.put(account.phoneNumberId, {
      ...account,
      callbacks: { number: null, waba: null, app: null },
    });
    platform.hub.emit({ type: 'reload' });
    response.json({ success: true });
  });
}

/** Returns the account of a number. @throws {ControlError} 404 if there is none. */
export function accountAt(platform: Platform, phoneNumberId: string): Account {
  const account = platform.store.account.get(phoneNumberId);
  if (!account)
    throw new ControlError(404, 'account_not_found', `No account with phone number id ${phoneNumberId}.`);
  return account;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function definedOnly<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
}
