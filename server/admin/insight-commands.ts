import { z } from 'zod';
import { requestRebuild } from '../features/insights/index.ts';
import { listTenants } from '../features/workspaces/index.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import { defineCommand } from './command.ts';
import { TenantOptionSchema, tenantOf } from './tenant-of.ts';

/** `insights rebuild`: a running server begins within a second, and shows the figures of before until it is done. */
export const insightsRebuild = defineCommand({
  group: 'insights',
  name: 'rebuild',
  summary: 'count the figures of the Insights page again, from messages and facts',
  options: [['--tenant <id>', 'workspace ID from `tenant create` (default: all workspaces)']],
  input: z.object({ tenant: TenantOptionSchema.optional() }),
  run: async ({ tenant }, container) => {
    const { database } = container;
    const scopes =
      tenant === undefined
        ? (await listTenants({ db: database })).map(({ id }) => mintTenantScope(id))
        : [(await tenantOf(container, tenant)).scope];
    for (const scope of scopes) await requestRebuild({ db: database, scope });
    return { requested: scopes.length };
  },
});
