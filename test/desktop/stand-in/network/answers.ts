import type { WebContents } from '../web-contents.ts';
import { toBrowser } from './addresses.ts';
import { type Header, isNamed, toEntries, toLists } from './headers.ts';
import { withoutWindows } from './no-windows.ts';
import type { Paused } from './paused.ts';
import { detailsOf, fail } from './request-details.ts';
import type { SetCookies } from './set-cookies.ts';
import { callListener, type WebRequestAnswer } from './web-request.ts';

/** Passes a server's response to the page, with main's changes. */
export async function receive(contents: WebContents, setCookies: SetCookies, paused: Paused): Promise<void> {
  const { requestId, responseStatusCode, responseStatusText = '' } = paused;
  if (paused.responseErrorReason) {
    if (paused.resourceType === 'Document') contents.navigation.failed(paused);
    await contents.target.send('Fetch.continueRequest', { requestId });
    return;
  }
  const cookies = await setCookies.next(paused.networkId);
  const received = [...(paused.responseHeaders ?? []), ...cookies];
  const details = {
    ...detailsOf(contents, paused),
    statusCode: responseStatusCode,
    statusLine: `HTTP/1.1 ${responseStatusCode} ${responseStatusText}`.trim(),
    responseHeaders: toLists(received),
  };
  const answer = await callListener(contents.session.webRequest, 'onHeadersReceived', details);
  if (answer.cancel) return fail(contents, requestId, 'BlockedByClient');
  const headers = answer.responseHeaders ? toEntries(answer.responseHeaders) : received;
  await forgetCookies(contents, paused.request.url, cookies, headers);
  const given = {
    requestId,
    responseCode: statusOf(answer) ?? responseStatusCode,
    responseHeaders: headers.filter((header) => !isStored(header, cookies)).map(forBrowser),
  };
  if (isPage(contents, paused)) await givePage(contents, paused, given);
  else await contents.target.send('Fetch.continueResponse', given);
}

/** Whether a response is the page's document. The policy of a page also applies to its frames. */
function isPage(contents: WebContents, paused: Paused): boolean {
  const { resourceType, frameId, responseStatusCode = 0 } = paused;
  const isRedirect = responseStatusCode >= 300 && responseStatusCode < 400;
  return resourceType === 'Document' && frameId === contents.frames.mainId && !isRedirect;
}

/**
 * Responds with a document's full content. Otherwise Chromium would use the policy from before our changes.
 */
async function givePage(
  contents: WebContents,
  paused: Paused,
  given: { requestId: string; responseHeaders: Header[] },
): Promise<void> {
  const { requestId } = given;
  const { target } = contents;
  const taken = await target
    .send<{ body: string; base64Encoded: boolean }>('Fetch.getResponseBody', { requestId })
    .catch(() => null);
  // The server closed the connection, or the page was closed.
  if (!taken) return fail(contents, requestId, 'ConnectionReset');
  const body = Buffer.from(taken.body, taken.base64Encoded ? 'base64' : 'utf8').toString('base64');
  const responseHeaders = withoutWindows(paused, given.responseHeaders);
  await target.send('Fetch.fulfillRequest', { ...given, responseHeaders, body });
}

const isSetCookie = isNamed('set-cookie');
const isAllowedOrigin = isNamed('access-control-allow-origin');

/** Deletes the cookies that main has removed. Chromium stores cookies before a response can be changed. */
async function forgetCookies(
  contents: WebContents,
  url: string,
  set: Header[],
  kept: Header[],
): Promise<void> {
  for (const { value } of set) {
    if (kept.some((header) => isSetCookie(header) && header.value === value)) continue;
    const name = value.slice(0, value.indexOf('=')).trim();
    await contents.target.send('Network.deleteCookies', { name, url });
  }
}

function isStored(header: Header, cookies: Header[]): boolean {
  return isSetCookie(header) && cookies.some(({ value }) => value === header.value);
}

/** Converts the allowed origin of a CORS response to Chromium's form. */
function forBrowser(header: Header): Header {
  return isAllowedOrigin(header) ? { ...header, value: originForBrowser(header.value) } : header;
}

function originForBrowser(value: string): string {
  const mapped = toBrowser(value);
  return mapped === value ? value : new URL(mapped).origin;
}

function statusOf({ statusLine }: WebRequestAnswer): number | undefined {
  const [, code] = /^HTTP\/\S+ (\d+)/.exec(statusLine ?? '') ?? [];
  return code ? Number(code) : undefined;
}
