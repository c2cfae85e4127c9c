import type { Router } from 'express';
import { performHandshake } from '../callbacks/handshake.ts';
import type { Platform } from '../platform.ts';
import { accessOf, businessAccountIn } from './access.ts';
import { bodyOf, textIn } from './body.ts';
import { callbackRefused, GraphApiError } from './graph-api-error.ts';

/** Mounts the subscription of the token's app to a business account, with an optional callback URL. */
export function mountSubscribedApps(router: Router, platform: Platform): void {
  router.post('/:id/subscribed_apps', async (request, response) => {
    const accounts = businessAccountIn(accessOf(platform, request), request.params.id, 'post');
    const body = bodyOf(request);
    const url = textIn(body, 'override_callback_uri', '');
    if (url === '') {
      for (const account of accounts) {
        const { callbacks } = account;
        const plain = { ...account, subscribed: true, callbacks: { ...callbacks, waba: null } };
        platform.store.account.put(account.phoneNumberId, plain);
      }
      response.json({ success: true });
      return;
    }
    if (!accounts.every((account) => account.subscribed)) {
      throw new GraphApiError(100, {
        message:
          '(#100) Before override the current callback uri, your app must be subscribed to receive messages for ' +
          'WhatsApp Business Account',
      });
    }
    const target = { url, verifyToken: textIn(body, 'verify_token') };
    const failure = await performHandshake(target);
    if (failure) throw callbackRefused(failure);
    for (const account of accounts) {
      const { callbacks, phoneNumberId } = account;
      platform.store.account.put(phoneNumberId, { ...account, callbacks: { ...callbacks, waba: target } });
      platform.queue.kick(phoneNumberId);
    }
    response.json({ success: true });
  });

  router.get('/:id/subscribed_apps', (request, response) => {
    const accounts = businessAccountIn(accessOf(platform, request), request.params.id, 'get');
    const apps = new Map(
      accounts
        .filter((account) => account.subscribed)
        .map(({ appId, verifiedName, callbacks }) => {
          const link = `https://apps.example/?app_id=${appId}`;
          const override = callbacks.waba ? { override_callback_uri: callbacks.waba.url } : {};
          const app = { whatsapp_business_api_data: { id: appId, name: verifiedName, link }, ...override };
          return [appId, app];
        }),
    );
    response.json({ data: [...apps.values()] });
  });

  router.delete('/:id/subscribed_apps', (request, response) => {
    const accounts = businessAccountIn(accessOf(platform, request), request.params.id, 'delete');
    for (const account of accounts) {
      const callbacks = { ...account.callbacks, waba: null };
      platform.store.account.put(account.phoneNumberId, { ...account, subscribed: false, callbacks });
    }
    response.json({ success: true });
  });
}
