import { operatorContext, type Resources } from '../../kernel/context/context.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { unreachableTenants } from './channel.repository.ts';
import type { ChannelSignals } from './channel-signals.ts';

const EVERY_MS = 5_000;

/** So many workspaces in a round: where the platform is away for all, it need not be asked for each. */
const AT_ONCE = 20;

/**
 * Creates the worker that tries again, every few seconds, for the workspaces that wait for the platform: so the state
 * ends with its first answer, also where nobody writes and where the pauses between attempts have grown long.
 */
export function createChannelWatch(resources: Resources, { tryAgain }: Pick<ChannelSignals, 'tryAgain'>) {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    try {
      const tenants = await unreachableTenants(resources.db, AT_ONCE);
      await Promise.all(tenants.map((id) => tryAgain(operatorContext(resources, mintTenantScope(id)))));
    } catch (error) {
      resources.log.warn({ err: error }, 'the platform could not be watched; it will be tried again');
    }
    if (!stopped) timer = setTimeout(begin, EVERY_MS);
  }

  function begin(): void {
    round = look();
  }

  return {
    start: () => {
      timer = setTimeout(begin, EVERY_MS);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
