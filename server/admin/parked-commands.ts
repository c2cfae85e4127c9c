import { z } from 'zod';
import { AppError } from '../../shared/domain/errors.ts';
import { listParkedItems, openParkedItem } from '../features/parked-items/index.ts';
import { tenantIdsAfter } from '../features/workspaces/index.ts';
import { retryParked } from '../flows/inbound/retry-parked.ts';
import { tryDecodeId } from '../kernel/ids.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { defineCommand } from './command.ts';
import { TENANT_OPTION, TenantOptionSchema, tenantOf } from './tenant-of.ts';

const TENANTS_PER_READ = 200;

/** `parked list`: the newest parts of callbacks that could not be read or stored, without their payloads. */
export const parkedList = defineCommand({
  group: 'parked',
  name: 'list',
  summary: 'list parked items (callback parts that could not be processed), newest first',
  options: [TENANT_OPTION],
  input: z.object({ tenant: TenantOptionSchema }),
  run: async ({ tenant }, container) => {
    const { scope } = await tenantOf(container, tenant);
    return { data: await listParkedItems({ db: container.database, scope }) };
  },
});

/** `parked show`: one item with the first 64,000 characters of its JSON. */
export const parkedShow = defineCommand({
  group: 'parked',
  name: 'show',
  summary: 'show a parked item with the JSON that WhatsApp sent (it may contain personal data)',
  options: [TENANT_OPTION, ['--id <id>', 'the item, as `parked list` printed it']],
  input: z.object({ tenant: TenantOptionSchema, id: z.string().max(64) }),
  run: async ({ tenant, id }, container) => {
    const { scope } = await tenantOf(container, tenant);
    return openParkedItem({ db: container.database, scope }, id);
  },
});

/** `parked retry`: a running server picks the items up within a second. */
export const parkedRetry = defineCommand({
  group: 'parked',
  name: 'retry',
  summary: 'put parked items back in the queue, for example after an upgrade or a fix',
  options: [
    ['--tenant <id>', 'workspace ID from `tenant create` (default: all workspaces)'],
    ['--id <id>', 'one item, as `parked list` printed it'],
    ['--kind <kind>', 'items of this kind only, as `parked list` printed it'],
    ['--since <time>', 'items parked since then, as in 2027-01-31T08:00:00Z'],
  ],
  input: z.object({
    tenant: TenantOptionSchema.optional(),
    id: z.string().max(64).optional(),
    kind: z.string().max(40).optional(),
    since: z.iso.datetime({ offset: true }).optional(),
  }),
  run: async ({ tenant, id, kind, since }, container) => {
    const key = id === undefined ? undefined : tryDecodeId('parkedItem', id);
    if (key === null) {
      throw new AppError('validation_failed', {
        message: 'Invalid parked item ID.',
        details: [{ path: 'id', message: 'Use an ID printed by `parked list`.' }],
      });
    }
    const options = { kind, id: key, since: since === undefined ? undefined : new Date(since) };
    const counts = { workspaces: 0, retried: 0, skipped: 0 };
    const scopes = tenant === undefined ? allScopes(container) : [(await tenantOf(container, tenant)).scope];
    for await (const scope of scopes) {
      const { retried, skipped } = await retryParked(container.contextFor(scope), options);
      counts.workspaces += retried + skipped > 0 ? 1 : 0;
      counts.retried += retried;
      counts.skipped += skipped;
    }
    return counts;
  },
});

async function* allScopes({ database }: Parameters<typeof tenantOf>[0]): AsyncGenerator<TenantScope> {
  let after: Buffer = Buffer.alloc(16);
  for (;;) {
    const ids = await tenantIdsAfter({ db: database }, after, TENANTS_PER_READ);
    const last = ids.at(-1);
    if (!last) return;
    for (const id of ids) yield mintTenantScope(id);
    after = last;
  }
}
