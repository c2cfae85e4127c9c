import { type Request, type Response, Router } from 'express';
import { accountsOfToken } from '../graph/access.ts';
import { askToWait } from '../graph/inject-failures.ts';
import { downloadPath, hashOf } from '../graph/media.ts';
import type { Platform } from '../platform.ts';
import type { MediaItem } from '../state/model.ts';

/** Duration of a slow download, and its number of pieces. */
const slowMs = 3_000;
const slowPieces = 12;

/** User agents that are rejected, because they only name a library. */
const rejectedAgents = /^(node|undici|axios|got|python-requests|$)/i;

/** Serves files. Requires the token of their number and an address that has not expired. */
export function downloadsRouter(platform: Platform): Router {
  const router = Router();
  router.get(downloadPath, async (request, response) => {
    const item = platform.media.get(String(request.query.mid ?? ''));
    const isServed = item !== undefined && isValidAddress(platform, item, request);
    const outcome = !isServed ? 404 : rejectedAgents.test(request.get('user-agent') ?? '') ? 403 : 200;
    if (item) announce(platform, item, outcome);
    if (!isAllowed(platform, item, request)) return page(response, 401);
    if (!isServed || outcome !== 200) return page(response, outcome);
    await serve(platform, item, response);
  });
  return router;
}

function isAllowed(platform: Platform, item: MediaItem | undefined, request: Request): boolean {
  const token = /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
  const accounts = token === undefined ? [] : accountsOfToken(platform, token);
  return accounts.some(({ phoneNumberId }) => item === undefined || phoneNumberId === item.phoneNumberId);
}

function isValidAddress(platform: Platform, item: MediaItem, request: Request): boolean {
  const until = String(request.query.ext ?? '');
  return request.query.hash === hashOf(item, until) && platform.clock.now() < Number(until);
}

async function serve(platform: Platform, item: MediaItem, response: Response): Promise<void> {
  const bytes = platform.media.bytes(item.id);
  const fate = platform.knobs.takeNextDownload(item.phoneNumberId) ?? 'ok';
  if (bytes === null) return page(response, 404);
  if (fate === 'drop') return void response.socket?.destroy();
  if (typeof fate === 'number') {
    if (fate < 400) response.set('location', `http://${response.req.get('host')}/elsewhere`);
    askToWait(response, fate, platform.knobs.of(item.phoneNumberId).retryAfterSeconds);
    return page(response, fate);
  }
  response.set({ 'content-type': item.mimeType, 'content-length': String(bytes.length) });
  if (fate === 'truncated') {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
    return;
  }
  if (fate === 'slow') return drip(bytes, response);
  if (fate === 'corrupt') {
    const other = Buffer.from(bytes);
    other.writeUInt8((other.at(-1) ?? 0) ^ 0xff, other.length - 1);
    response.end(other);
    return;
  }
  response.end(bytes);
}

async function drip(bytes: Buffer, response: Response): Promise<void> {
  const step = Math.max(1, Math.ceil(bytes.length / slowPieces));
  for (let at = 0; at < bytes.length && !response.closed; at += step) {
    response.write(bytes.subarray(at, at + step));
    await new Promise((resolve) => setTimeout(resolve, slowMs / slowPieces));
  }
  response.end();
}

/** Sends an error, which is an HTML page on this host. */
function page(response: Response, status: number): void {
  response
    .status(status)
    .type('html')
    .send(`<!doctype html><title>${status}</title><p>Sorry, something went wrong.</p>`);
}

function announce(platform: Platform, item: MediaItem, status: number): void {
  const activity = { kind: 'call' as const, title: 'downloads a file', outcome: `HTTP ${status}` };
  const at = platform.clock.now();
  const { phoneNumberId } = item;
  platform.hub.emit({ type: 'activity', activity: { ...activity, at, phoneNumberId, ok: status === 200 } });
}
