import { isOnline } from '../connectivity.ts';
import { askListener, type WebRequest } from './web-request.ts';

/**
 * `session.fetch`: from main, with the session's listeners, without the page's rules. Chromium has no
 * way to be asked for this from outside, so Node sends it.
 */
export async function fetchInSession(
  webRequest: WebRequest,
  input: string | Request,
  init?: RequestInit,
): Promise<Response> {
  if (!isOnline()) throw new Error('net::ERR_INTERNET_DISCONNECTED');
  const request = new Request(input, init);
  const { url, method } = request;
  const details = { id: 0, url, method, resourceType: 'other', referrer: '', timestamp: Date.now() };
  const before = await askListener(webRequest, 'onBeforeRequest', details);
  if (before.cancel) throw new Error('net::ERR_BLOCKED_BY_CLIENT');
  const asked = { ...details, requestHeaders: Object.fromEntries(request.headers) };
  const { cancel, requestHeaders } = await askListener(webRequest, 'onBeforeSendHeaders', asked);
  if (cancel) throw new Error('net::ERR_BLOCKED_BY_CLIENT');
  for (const [name, value] of Object.entries(requestHeaders ?? {})) request.headers.set(name, String(value));
  return fetch(request);
}
