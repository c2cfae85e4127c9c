import { z } from 'zod';
import { CreateApiKeySchema, KeyPermissionsSchema } from '../../shared/contract/api-keys.contract.ts';
import { KEY_PERMISSIONS } from '../../shared/domain/permissions.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../features/api-keys/index.ts';
import { defineCommand } from './command.ts';
import { TENANT_OPTION, TenantOptionSchema, tenantOf } from './tenant-of.ts';

/** `key create`: the only time that the full key is shown. */
export const keyCreate = defineCommand({
  group: 'key',
  name: 'create',
  summary: 'create an API key',
  options: [
    TENANT_OPTION,
    ['--name <text>', 'what the key is for'],
    ['--permissions <list>', `all (if left out), or some of: ${KEY_PERMISSIONS.join(',')}`],
  ],
  input: z.object({
    tenant: TenantOptionSchema,
    name: CreateApiKeySchema.shape.name,
    permissions: z
      .string()
      .default('all')
      .transform((list) => list.split(',').map((permission) => permission.trim()))
      .pipe(KeyPermissionsSchema),
  }),
  run: async ({ tenant, name, permissions }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const { apiKey, key } = await createApiKey(container.contextFor(scope), { name, permissions });
    return { id: apiKey.id, key };
  },
});

/** `key list`: the active keys, without their secrets. */
export const keyList = defineCommand({
  group: 'key',
  name: 'list',
  summary: 'list the API keys of a workspace',
  options: [TENANT_OPTION],
  input: z.object({ tenant: TenantOptionSchema }),
  run: async ({ tenant }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const { data } = await listApiKeys(container.contextFor(scope), container.usage);
    return { data };
  },
});

/** `key revoke`: takes effect at the next request to a running server. */
export const keyRevoke = defineCommand({
  group: 'key',
  name: 'revoke',
  summary: 'revoke an API key',
  options: [TENANT_OPTION, ['--id <id>', 'the key, as `key create` printed it']],
  input: z.object({ tenant: TenantOptionSchema, id: z.string().max(64) }),
  run: async ({ tenant, id }, container) => {
    const { scope } = await tenantOf(container, tenant);
    return revokeApiKey(container.contextFor(scope), id);
  },
});
