import { type Dispatcher, request } from 'undici';

const HOPS_MAX = 4;

/** Requests the Content-Type of a file; null when it is not available. Never throws. */
export type AskContentType = (url: string) => Promise<string | null>;

/**
 * Uses HEAD, and a GET of the first byte when HEAD is rejected or has no Content-Type; reads no body.
 * Follows a few redirects, only to http or https and without credentials in the URL. The dispatcher decides
 * which addresses may be connected to.
 */
export function createAskContentType(options: {
  dispatcher: Dispatcher;
  /** Milliseconds for all requests together. */
  timeoutMs: number;
}): AskContentType {
  return async (url) => {
    const signal = AbortSignal.timeout(options.timeoutMs);
    try {
      return (await ask(url, 'HEAD', signal)) ?? (await ask(url, 'GET', signal));
    } catch {
      // An unknown host, a private address or a timeout.
      return null;
    }
  };

  async function ask(first: string, method: 'HEAD' | 'GET', signal: AbortSignal): Promise<string | null> {
    let url = new URL(first);
    for (let hop = 0; hop < HOPS_MAX; hop += 1) {
      if (!isFollowable(url)) return null;
      const { statusCode, headers, body } = await request(url, {
        method,
        dispatcher: options.dispatcher,
        signal,
        headers: {
          accept: '*/*',
          'user-agent': 'Switchboard',
          ...(method === 'GET' ? { range: 'bytes=0-0' } : {}),
        },
      });
      // The body is not needed. Aborting it emits an error, which is expected.
      body.on('error', () => undefined).destroy();
      const { location, 'content-type': type } = headers;
      if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
        url = new URL(location, url);
      } else {
        return statusCode >= 200 && statusCode < 300 && typeof type === 'string' ? type : null;
      }
    }
    return null;
  }
}

function isFollowable(url: URL): boolean {
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
