import { applyPermissions } from '../permissions.ts';
import type { WebContents } from '../web-contents.ts';
import { originOf, schemeOf, toApp, toBrowser } from './addresses.ts';
import { receive } from './answers.ts';
import { toEntries } from './headers.ts';
import { withoutWindows } from './no-windows.ts';
import { bodyOf, type Paused } from './paused.ts';
import { detailsOf, fail } from './request-details.ts';
import { handlerOf } from './scheme-handlers.ts';
import { SetCookies } from './set-cookies.ts';
import { callListener } from './web-request.ts';

/**
 * Intercepts all requests of a page. Main's handlers serve private schemes. Chromium sends the others with
 * main's changes, so that redirects, CORS, caching and streaming are real. WebSockets are not intercepted.
 */
export function interceptRequests(contents: WebContents): void {
  const setCookies = new SetCookies(contents.target);
  contents.target.on('Fetch.requestPaused', (paused: Paused) => {
    const isResponse = paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined;
    const work = isResponse ? receive(contents, setCookies, paused) : send(contents, paused);
    // Requests end when their page navigates away or closes.
    work.catch(({ message }) => {
      if (!/Invalid InterceptionId|Session with given id|closed/i.test(message))
        process.stderr.write(`stand-in: ${paused.request.url}: ${message}\n`);
    });
  });
  contents.target.prepare('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
}

async function send(contents: WebContents, paused: Paused): Promise<void> {
  const { requestId } = paused;
  const url = toApp(paused.request.url);
  if (paused.resourceType === 'Document' && !contents.navigation.allows(paused, url))
    return fail(contents, requestId, 'Aborted');
  if (paused.resourceType === 'Document') contents.session.origins.add(originOf(url));
  if (isFavicon(paused)) return fail(contents, requestId, 'Aborted');
  const handler = handlerOf(contents.session.protocol, schemeOf(url));
  if (handler) return serve(contents, paused, url, handler);

  const details = detailsOf(contents, paused);
  const before = await callListener(contents.session.webRequest, 'onBeforeRequest', details);
  if (before.cancel) return fail(contents, requestId, 'BlockedByClient');
  if (before.redirectURL) {
    const location = { name: 'location', value: toBrowser(before.redirectURL) };
    await contents.target.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 307,
      responseHeaders: [location],
    });
    return;
  }
  const requestHeaders = headersOf(paused);
  const detailsWithHeaders = { ...details, requestHeaders };
  const answer = await callListener(contents.session.webRequest, 'onBeforeSendHeaders', detailsWithHeaders);
  if (answer.cancel) return fail(contents, requestId, 'BlockedByClient');
  const headers = toEntries(answer.requestHeaders ?? requestHeaders);
  await contents.target.send('Fetch.continueRequest', { requestId, headers, interceptResponse: true });
}

/** Returns the request's headers as a page of the private scheme would send them. */
function headersOf({ request }: Paused): Record<string, string> {
  const headers = Object.entries(request.headers)
    .filter(([name, value]) => name.toLowerCase() !== 'referer' || toApp(value) === value)
    .map(([name, value]) => [name, name.toLowerCase() === 'origin' ? toApp(value) : value]);
  return Object.fromEntries(headers);
}

async function serve(
  contents: WebContents,
  paused: Paused,
  url: string,
  handler: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const { requestId } = paused;
  const { method, headers } = paused.request;
  try {
    if (paused.resourceType === 'Document') await applyPermissions(contents, url);
    const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(paused);
    const response = await handler(new Request(url, { method, headers, body: body && new Uint8Array(body) }));
    await contents.target.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status || 200,
      responseHeaders: withoutWindows(
        paused,
        [...response.headers].map(([name, value]) => ({ name, value })),
      ),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    });
  } catch (error) {
    process.stderr.write(`stand-in: the handler of ${url} failed: ${error}\n`);
    await fail(contents, requestId, 'Failed');
  }
}

/** Browsers request favicons automatically. Electron does not. */
function isFavicon({ resourceType, request }: Paused): boolean {
  return resourceType === 'Other' && new URL(request.url).pathname === '/favicon.ico';
}
