import type { Router } from 'express';
import { z } from 'zod';
import { asciiJson } from '../callbacks/ascii-json.ts';
import { postCallback } from '../callbacks/post.ts';
import { signatureOf } from '../callbacks/signature.ts';
import type { Platform } from '../platform.ts';
import { accountAt } from './accounts.ts';
import { ControlError, parsed } from './control-error.ts';

const Raw = z.strictObject({
  /** A string is sent unchanged; other values are serialized as the platform does. */
  body: z.unknown(),
  signature: z.enum(['good', 'bad', 'none']).default('good'),
  callbackUrl: z.url().optional(),
  appSecret: z.string().optional(),
});

/** Mounts the endpoint that sends a custom callback once and returns the response. */
export function mountRawCallback(router: Router, platform: Platform): void {
  router.post('/accounts/:pnid/callbacks', async (request, response) => {
    const account = accountAt(platform, request.params.pnid);
    const raw = parsed(Raw, request.body);
    const { number, waba, app } = account.callbacks;
    const url = raw.callbackUrl ?? (number ?? waba ?? app)?.url;
    if (url === undefined)
      throw new ControlError(409, 'no_callback_address', 'The account has no callback URL.');
    const body = typeof raw.body === 'string' ? raw.body : asciiJson(raw.body);
    const secret = raw.appSecret ?? account.appSecret;
    const signature =
      raw.signature === 'none' ? null : signatureOf(body, raw.signature === 'bad' ? `${secret}x` : secret);
    const started = performance.now();
    const { callbackTimeoutMs } = platform.knobs.of(account.phoneNumberId);
    const outcome = await postCallback(url, body, signature, callbackTimeoutMs);
    response.json({ ...outcome, ms: Math.round(performance.now() - started) });
  });
}
