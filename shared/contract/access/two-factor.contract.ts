import { z } from 'zod';
import { TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';
import { SessionSchema } from './session.contract.ts';

const CurrentPasswordSchema = z.string().min(1, 'must not be empty').max(128);
const CodeSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(32)
  .describe('The six digits of the authenticator app, or a recovery code where one is accepted');
const ChallengeSchema = z.string().min(1).max(128).describe('From the response of the sign-in');

export const TwoFactorSchema = z.strictObject({
  isEnabled: z.boolean(),
  enabledAt: TimeSchema.nullable(),
  recoveryCodesLeft: z.int().describe('Recovery codes that have not been used'),
  isRequired: z.boolean().describe('The workspace requires a second factor of everyone'),
});

/** What an authenticator app needs. The link is the content of the QR code. */
export const EnrolmentSchema = z.strictObject({
  secret: z.string().describe('The secret in base 32, to be typed into the app'),
  link: z.string().describe('The otpauth:// link with the same secret'),
});

const RecoveryCodesSchema = z
  .array(z.string())
  .describe('Each works once, in place of a code of the app. Only this response contains them');

const byId = z.object({ id: z.string().max(64) });

export const twoFactorContract = {
  status: route('session')
    .route({ method: 'GET', path: '/session/two-factor' })
    .input(z.object({}))
    .output(TwoFactorSchema),
  /** Starts: returns a new secret. Nothing changes until a code confirms it. */
  start: route('session')
    .route({ method: 'POST', path: '/session/two-factor', successStatus: 201 })
    .errors(errors('invalid_credentials', 'two_factor_enabled', 'rate_limited'))
    .input(z.object({ body: z.strictObject({ password: CurrentPasswordSchema }) }))
    .output(EnrolmentSchema),
  /** Turns the second factor on with a code of the app. */
  confirm: route('session')
    .route({ method: 'POST', path: '/session/two-factor/confirm' })
    .errors(errors('code_invalid', 'two_factor_enabled', 'two_factor_not_enabled', 'rate_limited'))
    .input(z.object({ body: z.strictObject({ code: CodeSchema }) }))
    .output(z.strictObject({ recoveryCodes: RecoveryCodesSchema })),
  /** Replaces all recovery codes. */
  renewRecoveryCodes: route('session')
    .route({ method: 'POST', path: '/session/two-factor/recovery-codes' })
    .errors(errors('invalid_credentials', 'two_factor_not_enabled', 'rate_limited'))
    .input(z.object({ body: z.strictObject({ password: CurrentPasswordSchema }) }))
    .output(z.strictObject({ recoveryCodes: RecoveryCodesSchema })),
  /** Turns the second factor off, with the password and a code of the app or a recovery code. */
  disable: route('session')
    .route({ method: 'POST', path: '/session/two-factor/disable' })
    .errors(
      errors(
        'invalid_credentials',
        'code_invalid',
        'two_factor_not_enabled',
        'two_factor_required',
        'rate_limited',
      ),
    )
    .input(z.object({ body: z.strictObject({ password: CurrentPasswordSchema, code: CodeSchema }) }))
    .output(TwoFactorSchema),
  /** Second step of a sign-in: a code of the app or a recovery code. */
  finishSignIn: route('open')
    .route({ method: 'POST', path: '/session/second-step', successStatus: 201 })
    .errors(errors('code_invalid', 'sign_in_expired', 'rate_limited'))
    .input(z.object({ body: z.strictObject({ challenge: ChallengeSchema, code: CodeSchema }) }))
    .output(SessionSchema),
  /** Second step where the workspace requires a second factor and the person has none: returns a new secret. */
  startAtSignIn: route('open')
    .route({ method: 'POST', path: '/session/enrolment', successStatus: 201 })
    .errors(errors('sign_in_expired', 'rate_limited'))
    .input(z.object({ body: z.strictObject({ challenge: ChallengeSchema }) }))
    .output(EnrolmentSchema),
  /** Turns the second factor on with a code of the app, and signs in. */
  confirmAtSignIn: route('open')
    .route({ method: 'POST', path: '/session/enrolment/confirm', successStatus: 201 })
    .errors(errors('code_invalid', 'sign_in_expired', 'rate_limited'))
    .input(z.object({ body: z.strictObject({ challenge: ChallengeSchema, code: CodeSchema }) }))
    .output(z.strictObject({ session: SessionSchema, recoveryCodes: RecoveryCodesSchema })),
  /**
   * Owners only. Requiring it ends the sessions of everyone who has no second factor; no longer requiring it must be
   * confirmed.
   */
  require: route('security:manage', 'sometimes')
    .route({ method: 'PUT', path: '/workspace/two-factor' })
    .errors(errors('own_two_factor_first'))
    .input(z.object({ body: z.strictObject({ isRequired: z.boolean() }) }))
    .output(z.strictObject({ isRequired: z.boolean() })),
  /** Removes the second factor of a member who has lost it. */
  reset: route('members:manage', 'confirmed')
    .route({ method: 'DELETE', path: '/members/{id}/two-factor' })
    .errors(errors('member_not_found', 'two_factor_not_enabled'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ reset: z.literal(true) })),
};

export type TwoFactor = z.infer<typeof TwoFactorSchema>;
export type Enrolment = z.infer<typeof EnrolmentSchema>;
