import type { WebContents } from '../web-contents.ts';
import { originOf, toApp } from './addresses.ts';
import { type Paused, resourceTypeOf } from './paused.ts';

/** Returns the details that all listeners of `webRequest` receive. */
export function detailsOf(contents: WebContents, paused: Paused) {
  const frame = contents.frames.get(paused.frameId);
  return {
    id: Number(/\d+/.exec(paused.requestId)?.[0] ?? 0),
    url: toApp(paused.request.url),
    method: paused.request.method,
    webContentsId: contents.id,
    webContents: contents,
    frame,
    initiatorOrigin: frame ? originOf(frame.url) : undefined,
    resourceType: resourceTypeOf(paused, contents.frames.mainId),
    referrer: '',
    timestamp: Date.now(),
  };
}

/** Makes a request fail with a network error. */
export async function fail(contents: WebContents, requestId: string, errorReason: string): Promise<void> {
  await contents.target.send('Fetch.failRequest', { requestId, errorReason });
}
