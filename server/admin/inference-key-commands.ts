import { z } from 'zod';
import { KeyExpirySchema } from '../../shared/contract/api-keys.contract.ts';
import {
  CreateInferenceKeySchema,
  KeyQuotaSchema,
} from '../../shared/contract/inference/inference-keys.contract.ts';
import {
  createInferenceKey,
  listInferenceKeys,
  revokeInferenceKey,
} from '../features/inference/keys/index.ts';
import { defineCommand } from './command.ts';
import { TENANT_OPTION, TenantOptionSchema, tenantOf } from './tenant-of.ts';

/** `2027-01-31` means the end of that day in UTC; a full timestamp is used as is. */
const ExpiresSchema = z
  .string()
  .transform((text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text))
  .pipe(KeyExpirySchema)
  .optional();

/** `inference-key create`: the only time that the full key is shown. */
export const inferenceKeyCreate = defineCommand({
  group: 'inference-key',
  name: 'create',
  summary: 'create a key for the inference endpoint',
  options: [
    TENANT_OPTION,
    ['--name <text>', 'what the key is for'],
    ['--expires <date>', 'expiry date, such as 2027-01-31 (default: never)'],
    ['--quota <calls>', 'how many calls it may make in all; no limit, if left out'],
  ],
  input: z.object({
    tenant: TenantOptionSchema,
    name: CreateInferenceKeySchema.shape.name,
    expires: ExpiresSchema,
    quota: z.coerce.number().pipe(KeyQuotaSchema).optional(),
  }),
  run: async ({ tenant, name, expires, quota }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const { inferenceKey, key } = await createInferenceKey(container.contextFor(scope), {
      name,
      expiresAt: expires ?? null,
      quota: quota ?? null,
    });
    return { id: inferenceKey.id, key };
  },
});

/** `inference-key list`: all inference keys, without their secrets. */
export const inferenceKeyList = defineCommand({
  group: 'inference-key',
  name: 'list',
  summary: "list a workspace's keys for the inference endpoint",
  options: [TENANT_OPTION],
  input: z.object({ tenant: TenantOptionSchema }),
  run: async ({ tenant }, container) => {
    const { scope } = await tenantOf(container, tenant);
    return listInferenceKeys(container.contextFor(scope));
  },
});

/** `inference-key revoke`: takes effect at the next request to a running server. */
export const inferenceKeyRevoke = defineCommand({
  group: 'inference-key',
  name: 'revoke',
  summary: 'revoke a key for the inference endpoint',
  options: [TENANT_OPTION, ['--id <id>', 'the key, as `inference-key create` printed it']],
  input: z.object({ tenant: TenantOptionSchema, id: z.string().max(64) }),
  run: async ({ tenant, id }, container) => {
    const { scope } = await tenantOf(container, tenant);
    return revokeInferenceKey(container.contextFor(scope), id);
  },
});
