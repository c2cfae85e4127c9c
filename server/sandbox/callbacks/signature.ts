import { createHmac } from 'node:crypto';

/** Returns the value of `X-Hub-Signature-256`: an HMAC of the body's exact bytes with the app secret. */
export function signatureOf(body: string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body, 'utf8').digest('hex')}`;
}
