import { operatorContext, type Resources } from '../../kernel/context/context.ts';
import { createRounds } from '../../kernel/queue/rounds.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { takeUnreachable } from './channel.repository.ts';
import type { ChannelSignals } from './channel-signals.ts';

const EVERY_MS = 5_000;

/** Maximum number of workspaces per round. Rounds take turns; when the platform is down for all, some are enough. */
const AT_ONCE = 20;

/**
 * Creates the worker that retries every few seconds for the workspaces that wait for the platform. The
 * waiting state ends with the platform's first response, even if no one sends messages or the pauses between
 * attempts are long.
 */
export function createChannelWatch(resources: Resources, { tryAgain }: Pick<ChannelSignals, 'tryAgain'>) {
  async function look(scope: TenantScope): Promise<void> {
    try {
      await tryAgain(operatorContext(resources, scope));
    } catch (error) {
      throw new Error(`the number of the workspace ${scope.tenantId} was not checked`, { cause: error });
    }
  }

  return createRounds(resources, {
    name: 'channel_watch',
    everyMs: EVERY_MS,
    problem: 'could not check WhatsApp; will retry',
    run: async () => {
      const tenants = await takeUnreachable(resources.db, AT_ONCE);
      const outcomes = await Promise.allSettled(tenants.map((id) => look(mintTenantScope(id))));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    },
  });
}
