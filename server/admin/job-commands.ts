import { z } from 'zod';
import { failedJobs, retryFailedJobs } from '../kernel/queue/jobs.repository.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import { defineCommand } from './command.ts';
import { TenantOptionSchema, tenantOf } from './tenant-of.ts';

const SHOWN_MAX = 200;

const TENANT: [string, string] = [
  '--tenant <id>',
  'workspace ID from `tenant create` (default: all workspaces)',
];

/** `jobs list`: the newest failed background jobs, with their last error and without their data. */
export const jobsList = defineCommand({
  group: 'jobs',
  name: 'list',
  summary: 'list background jobs that failed and are no longer retried, newest first',
  options: [TENANT],
  input: z.object({ tenant: TenantOptionSchema.optional() }),
  run: async ({ tenant }, container) => {
    const tenantId = tenant === undefined ? null : (await tenantOf(container, tenant)).scope.key;
    const jobs = await failedJobs(container.database, tenantId, SHOWN_MAX);
    return {
      data: jobs.map(({ id, tenantId, createdAt, failedAt, ...job }) => ({
        id: id.toString('hex'),
        tenantId: mintTenantScope(tenantId).tenantId,
        ...job,
        createdAt: createdAt.toISOString(),
        failedAt: failedAt.toISOString(),
      })),
    };
  },
});

/** `jobs retry`: a running server runs them within a second. */
export const jobsRetry = defineCommand({
  group: 'jobs',
  name: 'retry',
  summary: 'run failed background jobs again, for example after a fix',
  options: [
    TENANT,
    ['--id <id>', 'one job, as `jobs list` printed it'],
    ['--kind <kind>', 'jobs of this kind only, as `jobs list` printed it'],
  ],
  input: z.object({
    tenant: TenantOptionSchema.optional(),
    id: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be an ID printed by `jobs list`')
      .optional(),
    kind: z.string().max(40).optional(),
  }),
  run: async ({ tenant, id, kind }, container) => {
    const tenantId = tenant === undefined ? undefined : (await tenantOf(container, tenant)).scope.key;
    const key = id === undefined ? undefined : Buffer.from(id, 'hex');
    return { retried: await retryFailedJobs(container.database, { tenantId, id: key, kind }) };
  },
});
