import type { SecondStep } from '../../../shared/contract/session.contract.ts';
import type { Enrolment } from '../../../shared/contract/two-factor.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { findMember, openSession } from '../../features/sessions/index.ts';
import {
  attemptChallenge,
  confirmTwoFactor,
  hasTwoFactor,
  isTwoFactorRequired,
  openChallenge,
  readChallenge,
  startTwoFactor,
  verifySecondFactor,
} from '../../features/two-factor/index.ts';
import type { Author } from '../../kernel/auth/author.ts';
import { type Context, createContext, type Resources } from '../../kernel/context/context.ts';
import type { AttemptLimit } from '../../kernel/http/attempt-limit.ts';
import { knownDevice, rememberDevice } from '../../kernel/http/device-cookie.ts';
import type { RequestContext } from '../../kernel/http/request-context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';

/** The limits on guesses, shared by all servers that use the same Redis. */
export interface SignInLimits {
  /** Counts requests per network. @throws {AppError} rate_limited */
  perNetwork(context: RequestContext): Promise<void>;
  /** Attempts per email address, from devices that have not signed in with it before. */
  account: AttemptLimit;
  /** Attempts per known device. */
  device: AttemptLimit;
  /** Attempts at the second step, per person. */
  secondFactor: AttemptLimit;
}

type Caller = Pick<RequestContext, 'ip' | 'requestId'>;

/** A session of a person that has just begun. */
export interface StartedSession {
  token: string;
  /** The email address that the device is remembered for. */
  email: string;
}

/**
 * Checks an email address and a password. Returns a session, or the second step where the person has a second
 * factor or the workspace requires one.
 * @throws {AppError} rate_limited; invalid_credentials; workspace_choice_required; unavailable
 */
export async function signIn(
  context: RequestContext,
  limits: SignInLimits,
  input: { email: string; password: string; workspaceId?: string | undefined },
): Promise<StartedSession | SecondStep> {
  const { resources } = context;
  const { email } = input;
  const device = knownDevice(resources.keyring, context.deviceMarks, email);
  const [limit, subject] = device === null ? [limits.account, email] : [limits.device, device];
  // Guesses from elsewhere, also from the same network, do not count against a device that is known.
  if (device === null) await limits.perNetwork(context);
  await limit.take(subject);
  const member = await findMember(resources, input).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'workspace_choice_required') await limit.clear(subject);
    throw error;
  });
  await limit.clear(subject);

  const scope = mintTenantScope(member.tenantId);
  const ctx = { ...resources, scope };
  if (await hasTwoFactor(ctx, member.userId)) {
    return { secondStep: 'code', challenge: await openChallenge(ctx, member.userId, 'code') };
  }
  if (await isTwoFactorRequired(ctx)) {
    return { secondStep: 'enrol', challenge: await openChallenge(ctx, member.userId, 'enrol') };
  }
  return { token: await openSession(ctx, member.userId, context.userAgent), email };
}

/**
 * Finishes a sign-in with a code of the app or a recovery code.
 * @throws {AppError} sign_in_expired; code_invalid; rate_limited
 */
export async function finishSignIn(
  context: RequestContext,
  limits: SignInLimits,
  { challenge, code }: { challenge: string; code: string },
): Promise<StartedSession> {
  await limits.perNetwork(context);
  const { ctx, person } = await personOfChallenge(context.resources, context, challenge, 'code');
  await attemptChallenge(ctx, challenge, () => verifySecondFactor(ctx, limits.secondFactor, person, code));
  return { token: await openSession(ctx, person.userId, context.userAgent), email: person.email };
}

/** Starts to set up the second factor that the workspace requires. @throws {AppError} sign_in_expired */
export async function startEnrolment(
  context: RequestContext,
  limits: SignInLimits,
  challenge: string,
): Promise<Enrolment> {
  await limits.perNetwork(context);
  const { ctx, person } = await personOfChallenge(context.resources, context, challenge, 'enrol');
  return startTwoFactor(ctx, person);
}

/**
 * Confirms the second factor that the workspace requires, and signs in.
 * @throws {AppError} sign_in_expired; code_invalid; rate_limited
 */
export async function finishEnrolment(
  context: RequestContext,
  limits: SignInLimits,
  { challenge, code }: { challenge: string; code: string },
): Promise<StartedSession & { recoveryCodes: string[] }> {
  await limits.perNetwork(context);
  const { ctx, person } = await personOfChallenge(context.resources, context, challenge, 'enrol');
  const recoveryCodes = await attemptChallenge(ctx, challenge, () =>
    confirmTwoFactor(ctx, limits.secondFactor, person, code),
  );
  const token = await openSession(ctx, person.userId, context.userAgent);
  return { token, email: person.email, recoveryCodes };
}

/** Remembers this browser for the address: see `device-cookie.ts`. */
export function rememberThisDevice(context: RequestContext, email: string): void {
  const { resources, deviceMarks } = context;
  context.setDeviceCookie(rememberDevice(resources.keyring, deviceMarks, email));
}

async function personOfChallenge(
  resources: Resources,
  { ip, requestId }: Caller,
  challenge: string,
  kind: 'code' | 'enrol',
): Promise<{ ctx: Context; person: { userId: Buffer; name: string; email: string } }> {
  const { tenantId, ...person } = await readChallenge(resources, challenge, kind);
  const id = encodeId('user', person.userId);
  const author: Author = { kind: 'user', id, name: person.name, ip: ip || null, requestId };
  return { ctx: createContext(resources, { scope: mintTenantScope(tenantId), author }), person };
}
