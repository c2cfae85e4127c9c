import { createHmac, timingSafeEqual } from 'node:crypto';

const FORM = /^sha256=([0-9a-f]{64})$/i;

/** Whether a header has the form of a signature (X-Hub-Signature-256). */
export function isSignature(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && FORM.test(header);
}

/**
 * Whether `header` (X-Hub-Signature-256) is the App Secret's signature of exactly these bytes. The
 * platform has its own way of escaping JSON, so only the bytes as received can be checked.
 */
export function isSignedBy(appSecret: string, body: Buffer, header: string): boolean {
  const given = FORM.exec(header)?.[1];
  if (given === undefined) return false;
  const expected = createHmac('sha256', appSecret).update(body).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
