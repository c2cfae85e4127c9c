import { isOnline } from '../connectivity.ts';
import { callListener, type WebRequest } from './web-request.ts';

/**
 * `session.fetch`: a request from main with the session's listeners, but without the page's policies. Node
 * sends it, because Chromium cannot be made to do so from outside.
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
  const before = await callListener(webRequest, 'onBeforeRequest', details);
  if (before.cancel) throw new Error('net::ERR_BLOCKED_BY_CLIENT');
  const detailsWithHeaders = { ...details, requestHeaders: Object.fromEntries(request.headers) };
  const { cancel, requestHeaders } = await callListener(
    webRequest,
    'onBeforeSendHeaders',
    detailsWithHeaders,
  );
  if (cancel) throw new Error('net::ERR_BLOCKED_BY_CLIENT');
  for (const [name, value] of Object.entries(requestHeaders ?? {})) request.headers.set(name, String(value));
  return fetch(request);
}
