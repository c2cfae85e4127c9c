import { randomInt } from 'node:crypto';
import { request } from 'undici';
import type { CallbackTarget } from '../state/model.ts';

/**
 * Verifies that a callback URL belongs to the business: it must return 200 with only the challenge if it
 * knows the verify token.
 * @returns null on success, otherwise the reason in a sentence.
 */
export async function performHandshake(target: CallbackTarget): Promise<string | null> {
  if (!URL.canParse(target.url) || !/^https?:$/.test(new URL(target.url).protocol)) {
    return 'The callback URL is not an http or https URL.';
  }
  const challenge = String(randomInt(100_000_000, 2_000_000_000));
  const url = new URL(target.url);
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', target.verifyToken);
  try {
    const response = await request(url, {
      headers: { 'user-agent': 'facebookplatform/1.0' },
      signal: AbortSignal.timeout(10_000),
    });
    const body = await response.body.text();
    if (response.statusCode !== 200) return `HTTP Status Code = ${response.statusCode}; expected 200.`;
    if (body !== challenge) return 'The answer was not the bare challenge.';
    return null;
  } catch (error) {
    return `No answer: ${error instanceof Error ? error.message : 'unknown reason'}.`;
  }
}
