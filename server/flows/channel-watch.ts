import type { Database } from '../db/database.ts';
import { unreachableTenants } from '../features/cloud-api-settings/index.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

const EVERY_MS = 5_000;
/** So many workspaces in a round: where the platform is away for all, it need not be asked for each. */
const AT_ONCE = 20;

export interface ChannelWatch {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Tries again, every few seconds, for the workspaces that wait for the platform: so the state ends with its
 * first answer, also where nobody writes and where the pauses between attempts have grown long.
 */
export function createChannelWatch(
  database: Database,
  logger: Logger,
  tryAgain: (scope: TenantScope) => Promise<void>,
): ChannelWatch {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    try {
      const tenants = await unreachableTenants(database, AT_ONCE);
      await Promise.all(tenants.map((id) => tryAgain(mintTenantScope(id))));
    } catch (error) {
      logger.warn({ err: error }, 'the platform could not be watched; it will be tried again');
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
