import { createHmac } from 'node:crypto';

/** The value of `X-Hub-Signature-256`: a keyed hash, with the app secret, over the exact bytes of the body. */
export function signatureOf(body: string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body, 'utf8').digest('hex')}`;
}
