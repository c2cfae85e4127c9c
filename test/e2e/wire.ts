import { gzipSync } from 'node:zlib';
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

/** Returns the scripts that the page itself names: what is needed before it shows anything. */
export async function firstScripts(address: string): Promise<string[]> {
  const page = await (await fetch(address)).text();
  const paths = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  return paths.map((path) => new URL(path, address).href);
}

/** Returns how large files are with gzip, whatever the browser was sent. */
export async function gzippedBytes(addresses: readonly string[]): Promise<number> {
  const sizes = addresses.map(async (address) => {
    const body = await (await fetch(address)).arrayBuffer();
    return gzipSync(Buffer.from(body), { level: 9 }).length;
  });
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

export function totalBytes(loads: readonly Load[]): number {
  return loads.reduce((sum, { bytes }) => sum + bytes, 0);
}
