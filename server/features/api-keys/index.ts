import type { Caller } from '../../kernel/auth/authenticate.ts';
import { createKeyExpiryWarnings } from '../../kernel/auth/key-expiry.ts';
import type { ChangeContext, Resources } from '../../kernel/context/context.ts';
import { apiKeysRoutes } from './api-keys.routes.ts';
import { admitKey, findKey } from './authenticate-api-key.ts';
import { createKeyUsage } from './key-usage.ts';

export { explainToken } from './api-key-token.ts';
export { keyHint } from './api-keys.repository.ts';
export { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts';

export { apiKeyRetention } from './key-retention.repository.ts';

/** Mails owners and admins, in the transaction of the change. */
type MailAdmins = (
  ctx: ChangeContext,
  facts: { kind: 'key_expiring'; name: string; expiresAt: string; path: string },
) => Promise<void>;

/** Wires API keys. `background` stores when they were last used; no request waits for that. */
export function registerApiKeys(resources: Resources, background: Resources, mailAdmins: MailAdmins) {
  const usage = createKeyUsage(background);
  const find = oncePerTurn((token) => findKey(resources, token));
  return {
    usage,
    routes: apiKeysRoutes(usage),
    workers: [
      createKeyExpiryWarnings(background, {
        name: 'key_expiry',
        table: 'api_keys',
        entity: 'apiKey',
        problem: 'could not warn of API keys that expire; will retry',
        warn: async (ctx, { id, ...facts }) => {
          ctx.record('api_key.expiring', { id, ...facts });
          await mailAdmins(ctx, { kind: 'key_expiring', ...facts, path: '/settings/api-keys' });
        },
      }),
    ],
    /** Looks the key up once for a turn, and checks each request's own address. */
    authenticate: async (token: string, caller: Caller) => {
      const key = await find(token);
      return key && admitKey(key, { usage, now: resources.clock.now(), caller });
    },
  };
}

/**
 * Shares one look-up among the requests with the same key that arrive in one turn of the event loop. It begins after
 * all of them have arrived, so none is let in with a key that was revoked before.
 */
export function oncePerTurn<Found>(find: (token: string) => Promise<Found>) {
  const asked = new Map<string, Promise<Found>>();
  return (token: string): Promise<Found> => {
    const known = asked.get(token);
    if (known) return known;
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      asked.delete(token);
      return find(token);
    });
    asked.set(token, found);
    return found;
  };
}
