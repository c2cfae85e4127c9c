import { browser, contextOf } from '../browser.ts';
import { knownOnly } from '../strict.ts';

interface BrowserCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  secure: boolean;
  httpOnly: boolean;
  session: boolean;
}

/** `session.cookies`, for reading and removing. */
export function createCookies(partition: string) {
  const all = async () => {
    const browserContextId = await contextOf(partition);
    const answer = await (await browser()).send<{ cookies: BrowserCookie[] }>('Storage.getCookies', {
      browserContextId,
    });
    return answer.cookies;
  };
  const set = async (cookies: object[]) => {
    const browserContextId = await contextOf(partition);
    await (await browser()).send('Storage.setCookies', { cookies, browserContextId });
  };
  const isOf = (cookie: BrowserCookie, url: string) =>
    new URL(url).hostname.endsWith(cookie.domain.replace(/^\./, ''));
  return knownOnly('session.cookies', {
    get: async ({ url, name }: { url?: string; name?: string }) =>
      (await all()).filter(
        (cookie) => (!url || isOf(cookie, url)) && (name === undefined || cookie.name === name),
      ),
    remove: async (url: string, name: string) => {
      const expires = 1;
      await set([{ name, value: '', url, expires }]);
    },
    flushStore: async () => undefined,
  });
}
