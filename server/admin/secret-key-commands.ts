import { z } from 'zod';
import { rotateSecrets } from '../features/channel/index.ts';
import { rotateEndpointSecrets } from '../features/webhooks/endpoints/index.ts';
import { TenantsRepository } from '../features/workspaces/index.ts';
import type { RotationCounts } from '../kernel/crypto/reseal-all.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import { defineCommand } from './command.ts';

const BATCH = 200;

/** Whoever stores something sealed. */
const ROTATIONS = [rotateSecrets, rotateEndpointSecrets];

/** `secret-key rotate`: after it, and once every server runs with the new key, the earlier ones may be forgotten. */
export const secretKeyRotate = defineCommand({
  group: 'secret-key',
  name: 'rotate',
  summary: 'seal what is stored under the keys of SECRET_KEY_PREVIOUS anew under SECRET_KEY',
  options: [],
  input: z.object({}),
  run: async (_input, { database, keyring }) => {
    const tenants = new TenantsRepository(database);
    const counts: RotationCounts & { workspaces: number } = {
      workspaces: 0,
      rotated: 0,
      current: 0,
      unreadable: 0,
    };
    let after = Buffer.alloc(16);
    for (;;) {
      const ids = await tenants.idsAfter(after, BATCH);
      const last = ids.at(-1);
      if (!last) return counts;
      const scopes = ids.map(mintTenantScope);
      counts.workspaces += ids.length;
      for (const rotate of ROTATIONS) {
        const batch = await rotate(database, keyring, scopes);
        for (const name of ['rotated', 'current', 'unreadable'] as const) counts[name] += batch[name];
      }
      after = Buffer.from(last);
    }
  },
});
