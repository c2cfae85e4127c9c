import { setTimeout as sleep } from 'node:timers/promises';
import type { PageTarget } from '../page-target.ts';
import type { Header } from './headers.ts';

interface ExtraInfo {
  requestId: string;
  headers: Record<string, string>;
}
type Waiter = (cookies: Header[]) => void;

/** The headers arrive before the response or directly after it. */
const TIMEOUT_MS = 2_000;

/**
 * Collects the `Set-Cookie` headers of responses. Chromium omits them in paused requests and reports them
 * separately, for each response from the network.
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

  /** Returns the cookies of the next response to a request. Cached responses have none. */
  async next(requestId: string | undefined): Promise<Header[]> {
    const left = requestId === undefined ? 0 : (this.sent.get(requestId) ?? 0);
    if (requestId === undefined || left === 0) return [];
    this.sent.set(requestId, left - 1);
    const [known] = this.arrived.get(requestId)?.splice(0, 1) ?? [];
    if (known) return known;
    const reported = new Promise<Header[]>((resolve) => {
      this.waiters.set(requestId, [...(this.waiters.get(requestId) ?? []), resolve]);
    });
    return Promise.race([reported, sleep(TIMEOUT_MS, [], { ref: false })]);
  }

  private forget(requestId: string): void {
    for (const waiter of this.waiters.get(requestId) ?? []) waiter([]);
    for (const kept of [this.sent, this.arrived, this.waiters]) kept.delete(requestId);
  }
}
