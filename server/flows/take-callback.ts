import { AppError } from '../../shared/domain/errors.ts';
import { isSignedBy } from '../cloud-api/signature.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import type { StoreOutcome } from './callback-store.ts';
import type { CallbackWorkspace, ConnectedWorkspace } from './callback-workspaces.ts';

export interface TakeCallbackDeps {
  lastSeen(tenantId: string): ConnectedWorkspace | undefined;
  find(tenantId: string): Promise<CallbackWorkspace | null>;
  store(workspace: ConnectedWorkspace, body: Buffer): Promise<StoreOutcome>;
  /** A callback has been stored, and can be worked on. */
  onStored(scope: TenantScope): void;
}

/** `repeated`: the same bytes were stored before. `refused`: the signature is not the workspace's. */
export type CallbackOutcome = 'stored' | 'repeated' | 'refused';

/** A secret is changed by a person; more often than this in one moment nobody does. */
const TRIES = 3;

/**
 * Takes one callback: checks its signature over the bytes as received and stores them durably. It is checked with
 * the App Secret that was seen last, without asking the database; the INSERT itself finds out when that is outdated,
 * so a changed secret counts at once on every server.
 * @throws {AppError} `unavailable` when the secret changes again and again meanwhile.
 */
export function createTakeCallback(deps: TakeCallbackDeps) {
  return async (tenantId: string, body: Buffer, signature: string | undefined): Promise<CallbackOutcome> => {
    const attempt = async (workspace: ConnectedWorkspace | null | undefined) => {
      if (!workspace || !isSignedBy(workspace.appSecret, body, signature)) return 'refused';
      const outcome = await deps.store(workspace, body);
      if (outcome !== 'outdated') deps.onStored(workspace.scope);
      return outcome;
    };
    const outcome = await attempt(deps.lastSeen(tenantId));
    if (outcome === 'stored' || outcome === 'repeated') return outcome;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const outcome = await attempt((await deps.find(tenantId))?.connected);
      if (outcome !== 'outdated') return outcome;
    }
    throw new AppError('unavailable');
  };
}
