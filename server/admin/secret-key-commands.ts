import { z } from 'zod';
import { CHANNEL_SECRETS } from '../features/channel/index.ts';
import { TWO_FACTOR_SECRETS } from '../features/two-factor/index.ts';
import { ENDPOINT_SECRETS } from '../features/webhooks/index.ts';
import { tenantIdsAfter } from '../features/workspaces/index.ts';
import { type RotationCounts, resealColumns, type SealedColumns } from '../kernel/crypto/reseal.sql.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import { defineCommand } from './command.ts';

const BATCH = 200;

/** All columns that are sealed with SECRET_KEY. */
const SEALED: readonly SealedColumns[] = [...CHANNEL_SECRETS, ENDPOINT_SECRETS, TWO_FACTOR_SECRETS];

/** `secret-key rotate`: afterwards, once every server has the new key, the earlier keys can be removed. */
export const secretKeyRotate = defineCommand({
  group: 'secret-key',
  name: 'rotate',
  summary: 're-encrypt secrets stored with SECRET_KEY_PREVIOUS, using SECRET_KEY',
  options: [],
  input: z.object({}),
  run: async (_input, { database, contextFor }) => {
    const counts: RotationCounts & { workspaces: number } = {
      workspaces: 0,
      rotated: 0,
      current: 0,
      unreadable: 0,
    };
    let after = Buffer.alloc(16);
    for (;;) {
      const ids = await tenantIdsAfter({ db: database }, after, BATCH);
      const last = ids.at(-1);
      if (!last) return counts;
      counts.workspaces += ids.length;
      for (const id of ids) {
        const ctx = contextFor(mintTenantScope(id));
        for (const columns of SEALED) {
          const found = await resealColumns(ctx, columns);
          for (const name of ['rotated', 'current', 'unreadable'] as const) counts[name] += found[name];
        }
      }
      after = Buffer.from(last);
    }
  },
});
