import type { RehearsalObstacle } from '../../../shared/domain/rehearsal.ts';
import type { Config } from '../../config.ts';
import { connectedNumberId } from '../../features/channel/index.ts';
import { findTenant } from '../../features/workspaces/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { TestPlatform } from '../../platform/graph/test-platform.ts';

export interface PracticeParts {
  readonly config: Pick<Config, 'sandboxEnabled' | 'graphUrl'>;
  readonly testPlatform: TestPlatform;
}

/**
 * Returns the number that simulated customers can write to, and what starts the sandbox and returns its address. It is the
 * number of the workspace, if that is one of the sandbox; a real number is never used. Otherwise, returns what is in the way.
 */
export async function practiceNumber(
  ctx: Context,
  { config, testPlatform }: PracticeParts,
): Promise<{ numberId: string; start: () => Promise<string> } | RehearsalObstacle> {
  const numberId = await connectedNumberId(ctx);
  if (numberId === null)
    return testPlatform.isAvailable || config.sandboxEnabled ? 'no_number' : 'no_sandbox';
  // The sandbox is the platform of every number.
  if (config.sandboxEnabled) return { numberId, start: async () => config.graphUrl };
  const tenant = await findTenant(ctx, ctx.scope.key);
  if (tenant?.testNumberId !== numberId) return 'real_number';
  return testPlatform.isAvailable ? { numberId, start: () => testPlatform.start() } : 'no_sandbox';
}
