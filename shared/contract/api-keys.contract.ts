import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { KEY_PERMISSIONS } from '../domain/permissions.ts';
import { lineText, TimeSchema } from '../domain/text.ts';
import { errors, route } from './base.ts';

/** A workspace can have this many live keys. */
export const API_KEY_LIMIT = 10;

export const KeyPermissionsSchema = z
  .array(z.enum(['all', ...KEY_PERMISSIONS]))
  .min(1, 'must name at least one permission')
  .transform((permissions) => (permissions.includes('all') ? (['all'] as const) : [...new Set(permissions)]))
  .pipe(z.array(z.enum(['all', ...KEY_PERMISSIONS])));

export const ApiKeySchema = z.strictObject({
  id: idSchema('apiKey'),
  name: z.string(),
  hint: z.string().describe('The last 4 characters of the key'),
  permissions: z.array(z.enum(['all', ...KEY_PERMISSIONS])),
  createdAt: TimeSchema,
  createdBy: z.string().nullable().describe('The name of the member who created it'),
  lastUsedAt: TimeSchema.nullable(),
});

export const CreateApiKeySchema = z.strictObject({
  name: lineText({ min: 1, max: 80 }),
  permissions: KeyPermissionsSchema.default(['all']),
});

export const apiKeysContract = {
  list: route('keys:manage')
    .route({ method: 'GET', path: '/api-keys' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(ApiKeySchema), limit: z.int() })),
  create: route('keys:manage', 'confirmed')
    .route({ method: 'POST', path: '/api-keys', successStatus: 201 })
    .errors(errors('key_limit_reached'))
    .input(z.object({ body: CreateApiKeySchema }))
    .output(
      z.strictObject({ apiKey: ApiKeySchema, key: z.string().describe('The whole key, shown this once') }),
    ),
  revoke: route('keys:manage')
    .route({ method: 'DELETE', path: '/api-keys/{id}' })
    .errors(errors('api_key_not_found'))
    .input(z.object({ params: z.object({ id: z.string().max(64) }) }))
    .output(z.strictObject({ id: idSchema('apiKey'), revoked: z.literal(true) })),
};

export type ApiKey = z.infer<typeof ApiKeySchema>;
export type CreateApiKey = z.infer<typeof CreateApiKeySchema>;
