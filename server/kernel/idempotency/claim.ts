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

/** Runs a call under its claim: the unit of work inside finds it and stores the answer with the effect. */
export function underClaim<T>(claim: Claim, call: () => Promise<T>): Promise<T> {
  return current.run(claim, call);
}

/** Runs what a call sets off but does not answer for, such as the relay of its events. */
export function outsideClaim<T>(work: () => T): T {
  return current.run(null, work);
}

export function currentClaim(): Claim | null {
  return current.getStore() ?? null;
}
