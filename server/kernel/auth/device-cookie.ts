import { randomBytes, timingSafeEqual } from 'node:crypto';
import { parse, serialize } from 'cookie';
import type { Keyring } from '../crypto/keyring.ts';

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;
/** The people of one browser that are remembered, the latest first. */
const MAX_PEOPLE = 5;

/** A member of a workspace, as they sign in. */
export interface DevicePerson {
  readonly email: string;
  readonly tenantId: string;
}

const MARK = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

/**
 * Returns the mark that this browser has from an earlier sign-in of the member; null without a valid one. It
 * proves nothing but that: a sign-in with it has its own allowance, which guesses from elsewhere do not use up
 * (OWASP: "Slow Down Online Guessing Attacks with Device Cookies").
 */
export function knownDevice(
  keyring: Keyring,
  cookie: string | undefined,
  person: DevicePerson,
): string | null {
  for (const mark of marksIn(cookie)) {
    const [nonce = '', proof = ''] = mark.split('.');
    if (timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(keyring, nonce, person))) return nonce;
  }
  return null;
}

/** Returns the cookie's new value after a sign-in: one more mark, unless the browser has one for the member. */
export function rememberDevice(keyring: Keyring, cookie: string | undefined, person: DevicePerson): string {
  const marks = marksIn(cookie);
  if (knownDevice(keyring, cookie, person) !== null) return marks.join('~');
  const nonce = randomBytes(16).toString('base64url');
  const mark = `${nonce}.${proofOf(keyring, nonce, person).toString('base64url')}`;
  return [mark, ...marks].slice(0, MAX_PEOPLE).join('~');
}

/** Returns the value of the cookie in a request. */
export function readDeviceCookie(header: string | undefined, secure: boolean): string | undefined {
  return parse(header ?? '')[nameOf(secure)];
}

/** Returns the Set-Cookie value that stores the marks for a year. Signing out keeps them. */
export function deviceCookie(value: string, secure: boolean): string {
  return serialize(nameOf(secure), value, {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: '/',
    maxAge: MAX_AGE_SECONDS,
  });
}

function nameOf(secure: boolean): string {
  return secure ? '__Host-device' : 'device';
}

function marksIn(cookie: string | undefined): string[] {
  return (cookie ?? '').split('~', MAX_PEOPLE).filter((mark) => MARK.test(mark));
}

function proofOf(keyring: Keyring, nonce: string, { email, tenantId }: DevicePerson): Buffer {
  return keyring.signDevice(`${nonce}\0${tenantId}\0${email}`);
}
