import { AsyncLocalStorage } from 'node:async_hooks';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** The right to carry out the one call of an Idempotency-Key, while its lease lasts. */
export interface Claim {
  readonly scope: TenantScope;
  readonly keyHash: Buffer;
  /** Fences: once another call has taken over, what this one writes changes nothing. */
  readonly token: Buffer;
  /** The HTTP status of the call's answer, once there is one. */
  readonly status: number;
  /** Its effect is stored, with an answer: there may be no second one. */
  isAnswered: boolean;
}

const current = new AsyncLocalStorage<Claim | null>();
/**
 * Calls under a claim right now. With none, the storage is off: on, Node 20 follows every promise and callback of
 * the whole process, which costs every other request and every worker a sixth of its time and more.
 */
let underWay = 0;

/** Runs a call under its claim: the unit of work inside finds it and stores the answer with the effect. */
export async function underClaim<T>(claim: Claim, call: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await current.run(claim, call);
  } finally {
    underWay -= 1;
    if (underWay === 0) current.disable();
  }
}

/** Runs what a call sets off but does not answer for, such as the relay of its events. */
export function outsideClaim<T>(work: () => T): T {
  return underWay === 0 ? work() : current.run(null, work);
}

export function currentClaim(): Claim | null {
  return current.getStore() ?? null;
}
