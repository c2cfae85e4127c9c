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
