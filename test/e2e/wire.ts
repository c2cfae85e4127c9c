import type { CDPSession, Page } from '@playwright/test';

/** What the network has carried for one address: headers and the compressed body. */
export interface Load {
  url: string;
  bytes: number;
}

/** Counts what a page loads from now on. Returns a function that returns it. */
export async function countBytes(page: Page): Promise<() => Load[]> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const urls = new Map<string, string>();
  const loads: Load[] = [];
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    loads.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }),
  );
  return () => loads;
}

/** Whether a script is part of the page, and not imported while it runs. */
export function isFirstScript({ url }: Load): boolean {
  return /\/(first|react|phone|rolldown-runtime|color-scheme)[-.]/.test(url) && url.endsWith('.js');
}

export function totalBytes(loads: readonly Load[]): number {
  return loads.reduce((sum, { bytes }) => sum + bytes, 0);
}
