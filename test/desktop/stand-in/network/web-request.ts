import type { WebRequestFilter } from 'electron';
import { knownClass } from '../strict.ts';

/** The result of a listener. Which fields are used depends on the event. */
export interface WebRequestAnswer {
  cancel?: boolean;
  redirectURL?: string;
  requestHeaders?: Record<string, string | string[]>;
  responseHeaders?: Record<string, string | string[]>;
  statusLine?: string;
}
export interface WebRequestDetails {
  url: string;
  resourceType: string;
}
type Listener = (details: WebRequestDetails, callback: (answer: WebRequestAnswer) => void) => void;
type Event = 'onBeforeRequest' | 'onBeforeSendHeaders' | 'onHeadersReceived';

/** `session.webRequest`: one listener for each event, as in Electron. A new one replaces it. */
export class WebRequest {
  /** Used by `callListener`. */
  readonly listeners = new Map<Event, { filter: WebRequestFilter; listener: Listener }>();

  onBeforeRequest(...args: [Listener | null] | [WebRequestFilter, Listener | null]): void {
    this.set('onBeforeRequest', args);
  }

  onBeforeSendHeaders(...args: [Listener | null] | [WebRequestFilter, Listener | null]): void {
    this.set('onBeforeSendHeaders', args);
  }

  onHeadersReceived(...args: [Listener | null] | [WebRequestFilter, Listener | null]): void {
    this.set('onHeadersReceived', args);
  }

  private set(event: Event, args: [Listener | null] | [WebRequestFilter, Listener | null]): void {
    const listener = args.at(-1) as Listener | null;
    const filter = args.length === 2 ? args[0] : { urls: ['<all_urls>'] };
    if (listener === null) this.listeners.delete(event);
    else this.listeners.set(event, { filter, listener });
  }
}
knownClass(WebRequest);

/** Calls main's listener if there is one for this URL, and waits for its callback, as Electron does. */
export function callListener(
  webRequest: WebRequest,
  event: Event,
  details: WebRequestDetails,
): Promise<WebRequestAnswer> {
  const entry = webRequest.listeners.get(event);
  if (!entry || !matchesFilter(entry.filter, details)) return Promise.resolve({});
  return new Promise((resolve) => entry.listener(details, (answer) => resolve(answer ?? {})));
}

function matchesFilter(
  { urls, excludeUrls = [], types }: WebRequestFilter,
  details: WebRequestDetails,
): boolean {
  const matches = (pattern: string) => matchesPattern(pattern, details.url);
  if (urls.length > 0 && !urls.some(matches)) return false;
  if (excludeUrls.some(matches)) return false;
  return !types || types.some((type) => type === details.resourceType);
}

/** Chromium's match patterns: `*://*.example.com/*` and `<all_urls>`. */
function matchesPattern(pattern: string, url: string): boolean {
  if (pattern === '<all_urls>') return true;
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/^\*:\/\//, '(https?|wss?)://')
    .replace('://*\\.', '://([^/]+\\.)?')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}$`).test(url);
}
