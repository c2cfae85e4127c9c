import { type Dispatcher, request } from 'undici';

const HOPS_MAX = 4;

/** Finds out what a file is by asking for it: its Content-Type, or null when nobody says. Never throws. */
export type AskContentType = (url: string) => Promise<string | null>;

/**
 * Asks with HEAD, and with a GET of the first byte where HEAD is refused or says nothing; no body is read.
 * Redirects are followed a few times, each only to http or https and without a login in the address; the
 * dispatcher decides where connections may go.
 */
export function createAskContentType(options: {
  dispatcher: Dispatcher;
  /** Milliseconds that all of it may take. */
  timeoutMs: number;
}): AskContentType {
  return async (url) => {
    const signal = AbortSignal.timeout(options.timeoutMs);
    try {
      return (await ask(url, 'HEAD', signal)) ?? (await ask(url, 'GET', signal));
    } catch {
      // No such host, a private address, no answer in time: nothing is known of the file.
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
      // Whatever else it would send is not wanted; an abort is reported as an error, which is none here.
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
