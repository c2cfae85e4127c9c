import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock, Timers } from '../state/clock.ts';
import type { Hub } from '../state/hub.ts';
import { byChance, type KnobBoard } from '../state/knobs.ts';
import type { Account, QueuedCallback } from '../state/model.ts';
import type { Store } from '../state/store.ts';
import { postCallback } from './post.ts';
import { signatureOf } from './signature.ts';

const firstGapMs = 1_000;

const longestGapMs = 60 * 60 * 1_000;

const retryPeriodMs = 7 * 24 * 60 * 60 * 1_000;

const noAddress = 'no callback URL yet';

export interface CallbackQueue {
  /** Stores a callback and sends it after `delayMs`, with retries until the response is 200. */
  enqueue(
    callback: Pick<QueuedCallback, 'phoneNumberId' | 'body' | 'summary' | 'messageIds'>,
    delayMs?: number,
  ): void;
  /** Immediately sends all waiting callbacks of a number whose address was just set. */
  kick(phoneNumberId: string): void;
  /** Schedules the callbacks that a previous process left unsent. */
  resume(): void;
}

interface QueueParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly hub: Hub;
  readonly knobs: KnobBoard;
  readonly log: Logger;
  /** Called with the ids of customer messages that the business's server has accepted. */
  readonly onAccepted: (messageIds: readonly string[]) => void;
}

/** Creates the callback queue. As on the real platform, delivery is at least once, parallel and unordered. */
export function createCallbackQueue(parts: QueueParts): CallbackQueue {
  const { store, timers, knobs } = parts;
  const inFlight = new Set<string>();

  function schedule(callback: QueuedCallback): void {
    timers.after(Math.max(0, callback.dueAt - Date.now()), () => void attempt(callback.id));
  }

  async function attempt(id: string, early = false): Promise<void> {
    const callback = store.callback.get(id);
    const account = callback && store.account.get(callback.phoneNumberId);
    if (!callback || !account || inFlight.has(id)) return;
    // An outdated timer (after a kick has sent or rescheduled the callback) must not add attempts.
    if (!early && callback.dueAt > Date.now() + 5) return;
    inFlight.add(id);
    const outcome = await send(account, callback).finally(() => inFlight.delete(id));
    // A reset during the request has deleted the row.
    if (store.callback.get(id) === undefined) return;
    report(parts, callback, outcome);
    if (outcome.status === 200) finish(callback);
    else postpone(callback, outcome.detail);
  }

  async function send(account: Account, callback: QueuedCallback) {
    const target = account.callbacks.number ?? account.callbacks.waba ?? account.callbacks.app;
    if (target === null) return { status: null, detail: noAddress, body: '' };
    const { badSignature, callbackTimeoutMs, callbackLostRate, callbackAnswerLostRate } = knobs.of(
      account.phoneNumberId,
    );
    if (byChance(callbackLostRate)) return { status: null, detail: 'lost on the way', body: '' };
    const secret = badSignature ? `not-${account.appSecret}` : account.appSecret;
    const signature = signatureOf(callback.body, secret);
    const outcome = await postCallback(target.url, callback.body, signature, callbackTimeoutMs);
    // The business has received it, but the platform does not know, and will retry.
    return byChance(callbackAnswerLostRate)
      ? { status: null, detail: 'its answer was lost on the way', body: '' }
      : outcome;
  }

  function finish(callback: QueuedCallback): void {
    store.callback.remove(callback.id);
    parts.onAccepted(callback.messageIds);
    if (callback.isCopy || !byChance(knobs.of(callback.phoneNumberId).duplicateRate)) return;
    add({ ...callback, id: randomUUID(), isCopy: true, attempts: 0 }, 200 + Math.random() * 1_500);
  }

  function postpone(callback: QueuedCallback, outcome: string): void {
    const { clockSpeed } = knobs.of(callback.phoneNumberId);
    if (isExpired(Date.now() - callback.createdAt, clockSpeed)) {
      store.callback.remove(callback.id);
      return;
    }
    const attempts = callback.attempts + 1;
    const dueAt = Date.now() + retryGapMs(attempts, clockSpeed);
    schedule(store.callback.put(callback.id, { ...callback, attempts, dueAt, lastOutcome: outcome }));
  }

  function add(callback: QueuedCallback, delayMs: number): void {
    schedule(store.callback.put(callback.id, { ...callback, dueAt: Date.now() + delayMs }));
  }

  return {
    enqueue(callback, delayMs = 0) {
      const fresh = { attempts: 0, dueAt: 0, lastOutcome: null, isCopy: false };
      add({ ...callback, ...fresh, id: randomUUID(), createdAt: Date.now() }, delayMs);
    },
    kick(phoneNumberId) {
      for (const callback of store.callback.values()) {
        if (callback.phoneNumberId === phoneNumberId) void attempt(callback.id, true);
      }
    },
    resume() {
      for (const callback of store.callback.values()) schedule(callback);
    },
  };
}

function report(
  { hub, clock, log }: QueueParts,
  callback: QueuedCallback,
  outcome: { status: number | null; detail: string },
) {
  const { phoneNumberId, summary, attempts } = callback;
  const ok = outcome.status === 200;
  // Waiting for an address is logged once, not for every attempt.
  if (outcome.detail === noAddress && attempts > 0) return;
  if (!ok && attempts === 0) log.warn({ phoneNumberId, outcome: outcome.detail }, 'callback not accepted');
  const again = attempts > 0 ? ` (attempt ${attempts + 1})` : '';
  const activity = { kind: 'callback' as const, title: summary, outcome: `${outcome.detail}${again}`, ok };
  hub.emit({ type: 'activity', activity: { ...activity, at: clock.now(), phoneNumberId } });
}

/**
 * Returns the delay before a retry: from one second, doubling up to one hour, with some jitter. `clockSpeed`
 * compresses the schedule.
 */
function retryGapMs(attempts: number, clockSpeed: number): number {
  const gap = Math.min(firstGapMs * 2 ** Math.max(0, attempts - 1), longestGapMs);
  return (gap * (0.9 + Math.random() * 0.2)) / clockSpeed;
}

/** Returns whether the platform stops retrying, which is seven days after the event. */
function isExpired(ageMs: number, clockSpeed: number): boolean {
  return ageMs * clockSpeed > retryPeriodMs;
}
