import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { KEY_PERMISSIONS } from '../domain/permissions.ts';
import { lineText, TimeSchema } from '../domain/text.ts';
import { errors, route } from './base.ts';

/** A workspace can have this many live keys. */
export const API_KEY_LIMIT = 10;

/** A key can be limited to this many networks. */
export const KEY_ADDRESSES_MAX = 20;

/** A key that has not been used for so many days is marked. */
export const KEY_UNUSED_DAYS = 90;

/** The choices for how many hours the previous secret of a key goes on working. */
export const KEY_OVERLAP_HOURS = [0, 1, 24, 168] as const;

export const KeyPermissionsSchema = z
  .array(z.enum(['all', ...KEY_PERMISSIONS]))
  .min(1, 'must name at least one permission')
  .transform((permissions) => (permissions.includes('all') ? (['all'] as const) : [...new Set(permissions)]))
  .pipe(z.array(z.enum(['all', ...KEY_PERMISSIONS])));

/** A key's expiry: any ISO 8601 time in the future. */
export const KeyExpirySchema = z.iso
  .datetime({ offset: true })
  .transform((time) => new Date(time))
  .refine((time) => time.getTime() > Date.now(), 'must be in the future');

/** An IP address or a network in CIDR notation. */
export const KeyAddressSchema = z
  .string()
  .trim()
  .max(64)
  .refine(
    (text) => [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((kind) => kind.safeParse(text).success),
    'must be an IP address or a network such as 203.0.113.0/24',
  );

const AddressesSchema = z.array(KeyAddressSchema).max(KEY_ADDRESSES_MAX);

export const ApiKeySchema = z.strictObject({
  id: idSchema('apiKey'),
  name: z.string(),
  hint: z.string().describe('The last 4 characters of the key'),
  permissions: z.array(z.enum(['all', ...KEY_PERMISSIONS])),
  status: z.enum(['active', 'expired']),
  createdAt: TimeSchema,
  createdBy: z.string().nullable().describe('The name of the member who created it'),
  expiresAt: TimeSchema.nullable().describe('Null: it does not expire'),
  allowedAddresses: z.array(z.string()).describe('Networks that may use it; empty: all'),
  rolledAt: TimeSchema.nullable().describe('When its secret was last replaced'),
  previous: z
    .strictObject({ hint: z.string(), until: TimeSchema })
    .nullable()
    .describe('The replaced secret, while it still works'),
  lastUsedAt: TimeSchema.nullable(),
  lastUsedFrom: z.string().nullable().describe('The IP address of the last request'),
  lastUserAgent: z.string().nullable().describe('The User-Agent of the last request'),
  isUnused: z.boolean().describe(`Whether it has not been used for ${KEY_UNUSED_DAYS} days`),
});

export const CreateApiKeySchema = z.strictObject({
  name: lineText({ min: 1, max: 80 }),
  permissions: KeyPermissionsSchema.default(['all']),
  expiresAt: KeyExpirySchema.nullable().default(null),
  allowedAddresses: AddressesSchema.default([]),
});

export const ChangeApiKeySchema = z.strictObject({
  name: lineText({ min: 1, max: 80 }).optional(),
  expiresAt: KeyExpirySchema.nullable().optional(),
  allowedAddresses: AddressesSchema.optional(),
});

export const RollApiKeySchema = z.strictObject({
  overlapHours: z.literal(KEY_OVERLAP_HOURS).describe('How many hours the previous secret goes on working'),
  expiresAt: KeyExpirySchema.nullable().default(null).describe('The expiry of the new secret'),
});

const params = z.object({ id: z.string().max(64) });

const CreatedKeySchema = z.strictObject({
  apiKey: ApiKeySchema,
  key: z.string().describe('The whole key, shown this once'),
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
    .output(CreatedKeySchema),
  change: route('keys:manage', 'confirmed')
    .route({ method: 'PATCH', path: '/api-keys/{id}' })
    .errors(errors('api_key_not_found'))
    .input(z.object({ params, body: ChangeApiKeySchema }))
    .output(ApiKeySchema),
  /** Replaces the secret. The id, name, permissions and addresses stay. */
  roll: route('keys:manage', 'confirmed')
    .route({ method: 'POST', path: '/api-keys/{id}/roll' })
    .errors(errors('api_key_not_found'))
    .input(z.object({ params, body: RollApiKeySchema }))
    .output(CreatedKeySchema),
  /** Ends the previous secret before its time. */
  endPrevious: route('keys:manage')
    .route({ method: 'DELETE', path: '/api-keys/{id}/previous' })
    .errors(errors('api_key_not_found'))
    .input(z.object({ params }))
    .output(ApiKeySchema),
  revoke: route('keys:manage')
    .route({ method: 'DELETE', path: '/api-keys/{id}' })
    .errors(errors('api_key_not_found'))
    .input(z.object({ params }))
    .output(z.strictObject({ id: idSchema('apiKey'), revoked: z.literal(true) })),
};

export type ApiKey = z.infer<typeof ApiKeySchema>;
export type CreateApiKey = z.infer<typeof CreateApiKeySchema>;
export type ChangeApiKey = z.infer<typeof ChangeApiKeySchema>;
export type RollApiKey = z.infer<typeof RollApiKeySchema>;
