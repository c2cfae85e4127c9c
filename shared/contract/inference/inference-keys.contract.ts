import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { lineText, TimeSchema } from '../../domain/text.ts';
import { KeyExpirySchema } from '../api-keys.contract.ts';
import { errors, route } from '../base.ts';

export const INFERENCE_KEY_STATUSES = ['active', 'expired', 'exhausted', 'revoked'] as const;

export const InferenceKeySchema = z.strictObject({
  id: idSchema('inferenceKey'),
  name: z.string().describe('Name or purpose'),
  prefix: z.string().describe('The first characters of the secret key'),
  createdAt: TimeSchema,
  createdBy: z.string().nullable().describe('The name of the member who created it'),
  expiresAt: TimeSchema.nullable(),
  quota: z.int().nullable().describe('The total number of calls that it can make'),
  calls: z.int().describe('The number of calls that it has made'),
  status: z.enum(INFERENCE_KEY_STATUSES),
  models: z.array(z.string()).describe('The models that it can use, as the API names them; empty: all'),
});

/** The most keys of a workspace that are neither revoked nor expired. */
export const INFERENCE_KEY_LIMIT = 50;

const name = lineText({ min: 1, max: 80 });

/** A key can be limited to this many models. */
export const KEY_MODELS_MAX = 10;

/** The models that a key can use, as the API names them; empty: all. */
export const KeyModelsSchema = z
  .array(z.string().regex(/^[\w.:/@+-]{1,90}$/, 'must be the name of a model, as the API shows it'))
  .max(KEY_MODELS_MAX)
  .transform((models) => [...new Set(models)]);

/** The total number of calls that a key can make. */
export const KeyQuotaSchema = z.int().min(1).max(1_000_000_000);

export const CreateInferenceKeySchema = z.strictObject({
  name,
  expiresAt: KeyExpirySchema.nullable().default(null),
  quota: KeyQuotaSchema.nullable().default(null),
  models: KeyModelsSchema.default([]),
});

const params = z.object({ id: z.string().max(64) });

/** The usage of a key on one day (UTC). */
const UsageSchema = z.strictObject({
  keyId: idSchema('inferenceKey'),
  day: z.iso.date(),
  calls: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
});

export const inferenceKeysContract = {
  list: route('keys:manage')
    .route({ method: 'GET', path: '/inference-keys' })
    .input(z.object({}))
    .output(
      z.strictObject({
        data: z.array(InferenceKeySchema),
        counters: z.strictObject({ total: z.int(), active: z.int(), calls: z.int() }),
      }),
    ),
  create: route('keys:manage', 'confirmed')
    .route({ method: 'POST', path: '/inference-keys', successStatus: 201 })
    .errors(errors('inference_key_limit_reached'))
    .input(z.object({ body: CreateInferenceKeySchema }))
    .output(
      z.strictObject({
        inferenceKey: InferenceKeySchema,
        key: z.string().describe('The whole key, shown this once'),
      }),
    ),
  rename: route('keys:manage')
    .route({ method: 'PATCH', path: '/inference-keys/{id}' })
    .errors(errors('inference_key_not_found'))
    .input(z.object({ params, body: z.strictObject({ name }) }))
    .output(InferenceKeySchema),
  /** Sets which models a key can use. */
  setModels: route('keys:manage', 'confirmed')
    .route({ method: 'PUT', path: '/inference-keys/{id}/models' })
    .errors(errors('inference_key_not_found'))
    .input(z.object({ params, body: z.strictObject({ models: KeyModelsSchema }) }))
    .output(InferenceKeySchema),
  revoke: route('keys:manage')
    .route({ method: 'DELETE', path: '/inference-keys/{id}' })
    .errors(errors('inference_key_not_found'))
    .input(z.object({ params }))
    .output(z.strictObject({ id: idSchema('inferenceKey'), revoked: z.literal(true) })),
  usage: route('keys:manage')
    .route({ method: 'GET', path: '/inference-keys/usage' })
    .input(z.object({ query: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }) }))
    .output(z.strictObject({ data: z.array(UsageSchema) })),
};

export type InferenceKey = z.infer<typeof InferenceKeySchema>;
export type CreateInferenceKey = z.output<typeof CreateInferenceKeySchema>;
