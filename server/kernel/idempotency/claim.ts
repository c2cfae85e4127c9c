import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** The right to execute the call of an Idempotency-Key, for the duration of its lease. */
export interface Claim {
  readonly scope: TenantScope;
  readonly keyHash: Buffer;
  /** A fencing token: once another call has taken over, writes with this token have no effect. */
  readonly token: Buffer;
  /** The HTTP status of a successful response to the call. */
  readonly status: number;
  /** Whether a change and its response are stored; no second change is allowed. */
  isAnswered: boolean;
  /** Whether the stored response stays as it is, instead of being replaced by the response of the route. */
  isFinal?: boolean;
}
