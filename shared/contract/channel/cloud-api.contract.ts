import { z } from 'zod';
import { PLATFORM_NOTICES } from '../../domain/reasons/platform-notices.ts';
import { lineText, TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';
import { ChannelReasonSchema, ChannelSchema } from './channel.ts';
import {
  OneTimeCodeSchema,
  PinSchema,
  PlatformIdSchema,
  platformSecret,
  SaveCredentialsSchema,
} from './cloud-api-fields.ts';

/**
 * The individual checks. Those from `standing` on are recorded as they happen; the others can be requested.
 */
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

/** The steps of connecting a number, in order. */
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
  .describe('Secrets are never returned');

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
  fault: ChannelReasonSchema.nullable().describe(
    'What is wrong and how to fix it; null when the last check passed',
  ),
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
  waiting: z.int().describe('Messages that WhatsApp has not accepted yet'),
  credentials: CredentialsSchema.extend({
    phoneNumberId: z.string().nullable(),
    savedAt: TimeSchema.nullable(),
    isReadable: z
      .boolean()
      .describe('False if they were encrypted with a server secret that is no longer known'),
  }).describe('The credentials that messages are sent with'),
  number: PlatformNumberSchema.nullable(),
  tokenExpiresAt: TimeSchema.nullable().describe('When the access token expires; null: never, or unknown'),
  checks: z.array(ChannelCheckSchema),
  notices: z
    .array(
      z.strictObject({
        at: TimeSchema,
        about: z.enum(PLATFORM_NOTICES),
        words: z.string().describe('In the words of WhatsApp; may be empty'),
      }),
    )
    .describe('What WhatsApp has reported in the last 30 days, newest first: at most five'),
  callback: z.strictObject({
    url: z.string(),
    verifyToken: z.string(),
    warnings: z.array(z.string()).describe('Why WhatsApp may not reach the address'),
  }),
  setup: CredentialsSchema.extend({
    step: z
      .enum(SETUP_STEPS)
      .nullable()
      .describe('The current step; null if the setup was not started or is complete'),
    skipped: z.array(z.enum(SETUP_STEPS)),
  }).describe('The values entered in the setup; they become `credentials` when a number is chosen'),
});

const body = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ body: z.strictObject(shape) });
/** `warnings`: values that are valid now but not for long. */
const withWarnings = z.strictObject({
  cloudApi: CloudApiSchema,
  warnings: z.array(z.strictObject({ path: z.string(), message: z.string() })),
});
const manage = (confirmation?: 'confirmed') => route('settings:manage', confirmation);
const platformErrors = () => errors('platform_unreachable', 'platform_refused');

export const cloudApiContract = {
  /** The state of the channel, for everyone who sends messages. */
  state: route('session')
    .route({ method: 'GET', path: '/cloud-api/state' })
    .input(z.object({}))
    .output(z.strictObject({ channel: ChannelSchema, waiting: z.int() })),
  get: manage().route({ method: 'GET', path: '/cloud-api' }).input(z.object({})).output(CloudApiSchema),
  /** Stores nothing unless the platform accepts all five values or `unchecked` is set. */
  save: manage('confirmed')
    .route({ method: 'PUT', path: '/cloud-api/credentials' })
    .errors(errors('platform_unreachable'))
    .input(z.object({ body: SaveCredentialsSchema }))
    .output(withWarnings),
  /** Runs every check again. */
  check: manage()
    .route({ method: 'POST', path: '/cloud-api/checks' })
    .errors({ ...platformErrors(), ...errors('channel_not_connected') })
    .input(z.object({}))
    .output(CloudApiSchema),
  setApp: manage('confirmed')
    .route({ method: 'PUT', path: '/cloud-api/setup/app' })
    .errors(platformErrors())
    .input(body({ appId: PlatformIdSchema, appSecret: platformSecret(256).optional() }))
    .output(CloudApiSchema),
  setToken: manage('confirmed')
    .route({ method: 'PUT', path: '/cloud-api/setup/token' })
    .errors(platformErrors())
    .input(body({ accessToken: platformSecret(1_024).optional() }))
    .output(withWarnings),
  setAccount: manage('confirmed')
    .route({ method: 'PUT', path: '/cloud-api/setup/account' })
    .errors(platformErrors())
    .input(body({ wabaId: PlatformIdSchema }))
    .output(CloudApiSchema),
  /** Lists the numbers of the account entered in the setup. */
  numbers: manage()
    .route({ method: 'GET', path: '/cloud-api/numbers' })
    .errors(platformErrors())
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(PlatformNumberSchema) })),
  /**
   * Adds a number to the account entered in the setup, where the platform allows it; then it is verified with a code.
   * Adding it again is refused by the platform.
   */
  addNumber: manage('confirmed')
    .route({ method: 'POST', path: '/cloud-api/numbers', successStatus: 201 })
    .errors(platformErrors())
    .input(
      body({
        phone: z.string().max(32).describe('With its country code'),
        displayName: lineText({ min: 3, max: 100 }).describe(
          'The name that customers see, once it is approved',
        ),
      }),
    )
    .output(z.strictObject({ id: PlatformIdSchema })),
  /** Chooses a number. The values of the setup are checked as a whole and used from now on. */
  setNumber: manage('confirmed')
    .route({ method: 'PUT', path: '/cloud-api/setup/number' })
    .errors(platformErrors())
    .input(body({ phoneNumberId: PlatformIdSchema }))
    .output(CloudApiSchema),
  /** Stores the current step of the setup; null: it is complete. */
  setStep: manage()
    .route({ method: 'PUT', path: '/cloud-api/setup/step' })
    .input(body({ step: z.enum(SETUP_STEPS).nullable(), skipped: z.enum(SETUP_STEPS).optional() }))
    .output(CloudApiSchema),
  requestCode: manage()
    .route({ method: 'POST', path: '/cloud-api/number/code-requests', successStatus: 201 })
    .errors({ ...platformErrors(), ...errors('channel_not_connected') })
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
    .errors({ ...platformErrors(), ...errors('channel_not_connected') })
    .input(body({ code: OneTimeCodeSchema }))
    .output(CloudApiSchema),
  register: manage('confirmed')
    .route({ method: 'POST', path: '/cloud-api/number/registration' })
    .errors({ ...platformErrors(), ...errors('channel_not_connected') })
    .input(body({ pin: PinSchema }))
    .output(CloudApiSchema),
  /** Creates a new verify token. The platform keeps its subscription and requires the new token next time. */
  renewVerifyToken: manage('confirmed')
    .route({ method: 'POST', path: '/cloud-api/verify-token' })
    .input(z.object({}))
    .output(CloudApiSchema),
  /** Subscribes the app to the account and verifies it. `override` also sets our callback URL. */
  subscribe: manage()
    .route({ method: 'POST', path: '/cloud-api/subscription' })
    .errors({ ...platformErrors(), ...errors('channel_not_connected') })
    .input(body({ override: z.boolean().default(false) }))
    .output(CloudApiSchema),
};

export type CloudApi = z.infer<typeof CloudApiSchema>;
export type ChannelCheck = z.infer<typeof ChannelCheckSchema>;
export type CheckName = ChannelCheck['name'];
export type PlatformNumber = z.infer<typeof PlatformNumberSchema>;
export type SetupStep = (typeof SETUP_STEPS)[number];
export type StoredSecret = z.infer<typeof StoredSecretSchema>;
