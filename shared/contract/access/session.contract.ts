import { z } from 'zod';
import { idSchema, TenantIdSchema } from '../../domain/ids.ts';
import { LanguageSchema } from '../../domain/language.ts';
import { PERMISSIONS } from '../../domain/permissions.ts';
import { EmailSchema, lineText, TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';
import { ChannelSchema } from '../channel/channel.ts';
import { WorkspaceNameSchema, WorkspaceSettingsSchema } from '../workspace.contract.ts';
import { MemberNameSchema, PasswordSchema, RoleSchema } from './members.contract.ts';

/** The signed-in person, their workspace, and the current position of the event log. */
export const SessionSchema = z.strictObject({
  user: z.strictObject({
    id: idSchema('user'),
    name: z.string(),
    email: z.string(),
    role: RoleSchema,
    language: LanguageSchema.nullable().describe('The dashboard language; null until one is chosen'),
  }),
  permissions: z.array(z.enum(PERMISSIONS)),
  workspace: z.strictObject({
    id: TenantIdSchema,
    ...WorkspaceSettingsSchema.shape,
    channel: z
      .strictObject({
        ...ChannelSchema.shape,
        connected: z.boolean().describe('Credentials are stored, even if WhatsApp rejects them'),
        isSandbox: z.boolean(),
        phonePageUrl: z.string().nullable(),
      })
      .describe('The WhatsApp account of the workspace'),
  }),
  seq: z
    .int()
    .describe("The workspace's latest event, read before anything else is loaded; catch up from here"),
  publicUrl: z.string().describe('The base URL of the API for programs'),
});

/** The password was right, and something more is needed before there is a session. */
export const SecondStepSchema = z.strictObject({
  secondStep: z
    .enum(['code', 'enrol'])
    .describe('code: a code of the authenticator app; enrol: the workspace requires to set one up'),
  challenge: z.string().describe('For the next request. Valid for 10 minutes, and once'),
});

export const SetupStatusSchema = z.strictObject({
  needsSetup: z.boolean().describe('No workspace exists yet: show the first-run page'),
  canLoadDemo: z.boolean().describe('The sandbox runs or can be started, so a demo workspace can be created'),
  canCreateWorkspace: z
    .boolean()
    .describe('There is no workspace except a demo, so the first one can be created without the operator'),
  needsSetupCode: z
    .boolean()
    .describe(
      'Whether creating the workspace or loading the demo requires the setup code. True when the request comes from another machine',
    ),
});

const SetupCodeSchema = z
  .string()
  .max(64)
  .optional()
  .describe(
    'Required when the request comes from another machine. Found in the setup-code file in the data folder',
  );

export const ServerIdentitySchema = z.strictObject({
  product: z.literal('switchboard'),
  version: z.string().describe("The server's version"),
});

export const sessionContract = {
  /** Identifies the server. The desktop checks it before it trusts a typed address. */
  identity: route('open')
    .route({ method: 'GET', path: '/server' })
    .input(z.object({}))
    .output(ServerIdentitySchema),
  setupStatus: route('open')
    .route({ method: 'GET', path: '/setup' })
    .input(z.object({}))
    .output(SetupStatusSchema),
  /** Creates the first workspace that is not a demo, with its owner, and signs in. */
  setup: route('open')
    .route({ method: 'POST', path: '/setup', successStatus: 201 })
    .errors(
      errors(
        'workspace_exists',
        'setup_code_required',
        'setup_code_invalid',
        'password_too_common',
        'password_too_personal',
        'rate_limited',
      ),
    )
    .input(
      z.object({
        body: z.strictObject({
          workspaceName: WorkspaceNameSchema,
          name: lineText({ min: 1, max: 80 }),
          email: EmailSchema,
          password: PasswordSchema,
          defaultCountry: WorkspaceSettingsSchema.shape.defaultCountry.optional(),
          setupCode: SetupCodeSchema,
        }),
      }),
    )
    .output(SessionSchema),
  /** First run: creates a demo workspace and signs in. Only this response contains its credentials. */
  setupDemo: route('open')
    .route({ method: 'POST', path: '/setup/demo', successStatus: 201 })
    .errors(
      errors(
        'workspace_exists',
        'setup_code_required',
        'setup_code_invalid',
        'rate_limited',
        'sandbox_not_running',
        'unavailable',
      ),
    )
    .input(z.object({ body: z.strictObject({ setupCode: SetupCodeSchema }).optional() }))
    .output(SessionSchema.extend({ demo: z.strictObject({ email: z.string(), password: z.string() }) })),
  signIn: route('open')
    .route({ method: 'POST', path: '/session', successStatus: 201 })
    .errors(errors('invalid_credentials', 'workspace_choice_required', 'rate_limited'))
    .input(
      z.object({
        body: z.strictObject({
          email: EmailSchema,
          password: z.string().min(1, 'must not be empty').max(128),
          workspaceId: TenantIdSchema.optional().describe(
            'Required if the address belongs to several workspaces',
          ),
        }),
      }),
    )
    .output(z.union([SessionSchema, SecondStepSchema])),
  current: route('session')
    .route({ method: 'GET', path: '/session' })
    .input(z.object({}))
    .output(SessionSchema),
  signOut: route('session')
    .route({ method: 'DELETE', path: '/session' })
    .input(z.object({}))
    .output(z.strictObject({ signedOut: z.literal(true) })),
  /** Sets the person's dashboard language, on every device. */
  changeLanguage: route('session')
    .route({ method: 'PUT', path: '/session/language' })
    .input(z.object({ body: z.strictObject({ language: LanguageSchema }) }))
    .output(SessionSchema),
  /** Changes the person's own name. */
  changeName: route('session')
    .route({ method: 'PUT', path: '/session/name' })
    .input(z.object({ body: z.strictObject({ name: MemberNameSchema }) }))
    .output(SessionSchema),
  /**
   * Confirms that the signed-in person is at the keyboard. For five minutes, this session may then call routes that
   * respond with `confirmation_required` otherwise.
   */
  confirm: route('session')
    .route({ method: 'POST', path: '/session/confirm' })
    .errors(errors('invalid_credentials', 'code_invalid', 'two_factor_not_enabled', 'rate_limited'))
    .input(
      z.object({
        body: z.union([
          z.strictObject({ password: z.string().min(1, 'must not be empty').max(128) }),
          z.strictObject({
            code: z
              .string()
              .trim()
              .min(1, 'must not be empty')
              .max(32)
              .describe('The six digits of the authenticator app. Recovery codes are not accepted'),
          }),
        ]),
      }),
    )
    .output(z.strictObject({ confirmedUntil: TimeSchema })),
  /** Changes the person's own password. Their other sessions end, this one stays. */
  changePassword: route('session')
    .route({ method: 'POST', path: '/session/password' })
    .errors(errors('invalid_credentials', 'password_too_common', 'password_too_personal', 'rate_limited'))
    .input(
      z.object({
        body: z.strictObject({
          currentPassword: z.string().min(1, 'must not be empty').max(128),
          newPassword: PasswordSchema,
        }),
      }),
    )
    .output(z.strictObject({ changed: z.literal(true) })),
  /** Creates a ticket for one socket handshake, valid for 30 seconds. */
  socketTicket: route('session')
    .route({ method: 'POST', path: '/session/socket-ticket', successStatus: 201 })
    .input(z.object({}))
    .output(z.strictObject({ ticket: z.string() })),
};

export type SecondStep = z.infer<typeof SecondStepSchema>;
export type Session = z.infer<typeof SessionSchema>;
export type SetupStatus = z.infer<typeof SetupStatusSchema>;
