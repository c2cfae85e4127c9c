import { z } from 'zod';
import { TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';
import { ChannelSchema } from './channel.ts';
import {
  OneTimeCodeSchema,
  PinSchema,
  PlatformIdSchema,
  platformSecret,
  SaveCredentialsSchema,
} from './cloud-api-fields.ts';

/** What is looked at, each by itself. From `standing` on they are noted when they happen; the others can be asked for. */
export const CHANNEL_CHECKS = [
  'app',
  'token',
  'account',
  'number',
  'registration',
  'subscription',
  'standing',
  'callback',
  'event',
  'send',
] as const;

/** The steps of connecting a number, in their order. */
export const SETUP_STEPS = [
  'app',
  'token',
  'account',
  'number',
  'code',
  'register',
  'callback',
  'subscribe',
  'proof',
] as const;

const StoredSecretSchema = z
  .strictObject({
    set: z.boolean(),
    endsIn: z.string().nullable().describe('Its last 4 characters; null when it is not set or very short'),
  })
  .describe('A secret never comes back');

const CredentialsSchema = z.strictObject({
  appId: z.string().nullable(),
  appSecret: StoredSecretSchema,
  accessToken: StoredSecretSchema,
  wabaId: z.string().nullable(),
});

export const ChannelCheckSchema = z.strictObject({
  name: z.enum(CHANNEL_CHECKS),
  succeededAt: TimeSchema.nullable(),
  failedAt: TimeSchema.nullable(),
  fault: z
    .strictObject({ code: z.string().nullable(), message: z.string() })
    .nullable()
    .describe('What is wrong and how to fix it; null when the last check passed'),
});

/** A number of the business account, as the platform describes it. */
export const PlatformNumberSchema = z.strictObject({
  id: z.string(),
  displayPhoneNumber: z.string().nullable(),
  verifiedName: z.string().nullable(),
  quality: z.string().nullable().describe('GREEN, YELLOW, RED or UNKNOWN'),
  messagingLimit: z.string().nullable().describe('TIER_250 to TIER_UNLIMITED'),
  isVerified: z.boolean().describe('Its code was entered'),
  isRegistered: z.boolean().describe('It can send and receive through the API'),
  hasPin: z.boolean().nullable().describe('Two-step verification is on: registering needs that PIN'),
});

export const CloudApiSchema = z.strictObject({
  channel: ChannelSchema,
  waiting: z.int().describe('Messages that the platform has not accepted yet'),
  credentials: CredentialsSchema.extend({
    phoneNumberId: z.string().nullable(),
    savedAt: TimeSchema.nullable(),
    isReadable: z
      .boolean()
      .describe('False when they were stored under a secret of the server that it no longer knows'),
  }).describe('What messages are sent with'),
  number: PlatformNumberSchema.nullable(),
  tokenExpiresAt: TimeSchema.nullable().describe('When the access token ends; null: never, or not known'),
  checks: z.array(ChannelCheckSchema),
  callback: z.strictObject({
    url: z.string(),
    verifyToken: z.string(),
    warnings: z.array(z.string()).describe('Why the platform could not reach the address'),
  }),
  setup: CredentialsSchema.extend({
    step: z
      .enum(SETUP_STEPS)
      .nullable()
      .describe('Where the setup stands; null when it was never begun or is done'),
    skipped: z.array(z.enum(SETUP_STEPS)),
  }).describe('What the setup has gathered; it becomes `credentials` when a number is chosen'),
});

const body = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ body: z.strictObject(shape) });
/** `warnings`: what is good, but not for long. */
const withWarnings = z.strictObject({
  cloudApi: CloudApiSchema,
  warnings: z.array(z.strictObject({ path: z.string(), message: z.string() })),
});
const manage = () => route('settings:manage');
const asked = () => errors('platform_unreachable', 'platform_refused');

export const cloudApiContract = {
  /** How messages stand, for everybody who writes some. */
  state: route('session')
    .route({ method: 'GET', path: '/cloud-api/state' })
    .input(z.object({}))
    .output(z.strictObject({ channel: ChannelSchema, waiting: z.int() })),
  get: manage().route({ method: 'GET', path: '/cloud-api' }).input(z.object({})).output(CloudApiSchema),
  /** Save & Verify: nothing is stored unless the platform accepts all five, or `unchecked` says so. */
  save: manage()
    .route({ method: 'PUT', path: '/cloud-api/credentials' })
    .errors(errors('platform_unreachable'))
    .input(z.object({ body: SaveCredentialsSchema }))
    .output(withWarnings),
  /** Runs every check again. */
  check: manage()
    .route({ method: 'POST', path: '/cloud-api/checks' })
    .errors({ ...asked(), ...errors('channel_not_connected') })
    .input(z.object({}))
    .output(CloudApiSchema),
  setApp: manage()
    .route({ method: 'PUT', path: '/cloud-api/setup/app' })
    .errors(asked())
    .input(body({ appId: PlatformIdSchema, appSecret: platformSecret(256).optional() }))
    .output(CloudApiSchema),
  setToken: manage()
    .route({ method: 'PUT', path: '/cloud-api/setup/token' })
    .errors(asked())
    .input(body({ accessToken: platformSecret(1_024).optional() }))
    .output(withWarnings),
  setAccount: manage()
    .route({ method: 'PUT', path: '/cloud-api/setup/account' })
    .errors(asked())
    .input(body({ wabaId: PlatformIdSchema }))
    .output(CloudApiSchema),
  /** The numbers of the account that the setup names. */
  numbers: manage()
    .route({ method: 'GET', path: '/cloud-api/numbers' })
    .errors(asked())
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(PlatformNumberSchema) })),
  /** Takes one of them: what the setup has gathered is checked as a whole and used from now on. */
  setNumber: manage()
    .route({ method: 'PUT', path: '/cloud-api/setup/number' })
    .errors(asked())
    .input(body({ phoneNumberId: PlatformIdSchema }))
    .output(CloudApiSchema),
  /** Remembers where the setup stands; null: it is done. */
  setStep: manage()
    .route({ method: 'PUT', path: '/cloud-api/setup/step' })
    .input(body({ step: z.enum(SETUP_STEPS).nullable(), skipped: z.enum(SETUP_STEPS).optional() }))
    .output(CloudApiSchema),
  requestCode: manage()
    .route({ method: 'POST', path: '/cloud-api/number/code-requests', successStatus: 201 })
    .errors({ ...asked(), ...errors('channel_not_connected') })
    .input(
      body({
        method: z.enum(['SMS', 'VOICE']),
        language: z
          .string()
          .regex(/^[a-z]{2}(_[A-Z]{2})?$/)
          .default('en_US'),
      }),
    )
    .output(z.strictObject({ requested: z.literal(true) })),
  enterCode: manage()
    .route({ method: 'POST', path: '/cloud-api/number/code' })
    .errors({ ...asked(), ...errors('channel_not_connected') })
    .input(body({ code: OneTimeCodeSchema }))
    .output(CloudApiSchema),
  register: manage()
    .route({ method: 'POST', path: '/cloud-api/number/registration' })
    .errors({ ...asked(), ...errors('channel_not_connected') })
    .input(body({ pin: PinSchema }))
    .output(CloudApiSchema),
  /** A new verify token; the platform keeps the subscription that it has, and asks for the new one next time. */
  renewVerifyToken: manage()
    .route({ method: 'POST', path: '/cloud-api/verify-token' })
    .input(z.object({}))
    .output(CloudApiSchema),
  /** Subscribes the app to the account and reads it back; `override` also gives the account our callback address. */
  subscribe: manage()
    .route({ method: 'POST', path: '/cloud-api/subscription' })
    .errors({ ...asked(), ...errors('channel_not_connected') })
    .input(body({ override: z.boolean().default(false) }))
    .output(CloudApiSchema),
};

export type CloudApi = z.infer<typeof CloudApiSchema>;
export type ChannelCheck = z.infer<typeof ChannelCheckSchema>;
export type CheckName = ChannelCheck['name'];
export type PlatformNumber = z.infer<typeof PlatformNumberSchema>;
export type SetupStep = (typeof SETUP_STEPS)[number];
export type StoredSecret = z.infer<typeof StoredSecretSchema>;
