import { setTimeout as sleep } from 'node:timers/promises';
import type { PageTarget } from '../page-target.ts';
import type { Header } from './headers.ts';

interface ExtraInfo {
  requestId: string;
  headers: Record<string, string>;
}
type Waiter = (cookies: Header[]) => void;

/** They come before the answer itself or right after it. */
const PATIENCE_MS = 2_000;

/**
 * The `Set-Cookie` headers of answers. Chromium leaves them out where requests are held and tells of them
 * elsewhere, for each answer that really came over the network.
 */
export class SetCookies {
  private readonly sent = new Map<string, number>();
  private readonly arrived = new Map<string, Header[][]>();
  private readonly waiters = new Map<string, Waiter[]>();

  constructor(target: PageTarget) {
    target.on('Network.requestWillBeSentExtraInfo', ({ requestId }: ExtraInfo) => {
      this.sent.set(requestId, (this.sent.get(requestId) ?? 0) + 1);
    });
    target.on('Network.responseReceivedExtraInfo', ({ requestId, headers }: ExtraInfo) => {
      const value = Object.entries(headers).find(([name]) => name.toLowerCase() === 'set-cookie')?.[1];
      const cookies = (value?.split('\n') ?? []).map((one) => ({ name: 'Set-Cookie', value: one }));
      const [waiter] = this.waiters.get(requestId)?.splice(0, 1) ?? [];
      if (waiter) waiter(cookies);
      else this.arrived.set(requestId, [...(this.arrived.get(requestId) ?? []), cookies]);
    });
    for (const end of ['Network.loadingFinished', 'Network.loadingFailed'])
      target.on(end, ({ requestId }: ExtraInfo) => this.forget(requestId));
  }

  /** Those of the next answer to a request. An answer out of the cache has none. */
  async next(requestId: string | undefined): Promise<Header[]> {
    const left = requestId === undefined ? 0 : (this.sent.get(requestId) ?? 0);
    if (requestId === undefined || left === 0) return [];
    this.sent.set(requestId, left - 1);
    const [known] = this.arrived.get(requestId)?.splice(0, 1) ?? [];
    if (known) return known;
    const told = new Promise<Header[]>((resolve) => {
      this.waiters.set(requestId, [...(this.waiters.get(requestId) ?? []), resolve]);
    });
    return Promise.race([told, sleep(PATIENCE_MS, [], { ref: false })]);
  }

  private forget(requestId: string): void {
    for (const waiter of this.waiters.get(requestId) ?? []) waiter([]);
    for (const kept of [this.sent, this.arrived, this.waiters]) kept.delete(requestId);
  }
}
