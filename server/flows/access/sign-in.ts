import type { SecondStep } from '../../../shared/contract/access/session.contract.ts';
import type { Enrolment } from '../../../shared/contract/access/two-factor.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import {
  membersWithEmail,
  membersWithPassword,
  onlyMember,
  openSession,
  withProvenPassword,
} from '../../features/sessions/index.ts';
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
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { AttemptLimit } from '../../kernel/auth/attempt-limit.ts';
import type { Author } from '../../kernel/auth/author.ts';
import { knownDevice, rememberDevice } from '../../kernel/auth/device-cookie.ts';
import { type Context, createContext, type Resources } from '../../kernel/context/context.ts';
import type { RequestContext } from '../../kernel/http/request-context.ts';
import { encodeId, encodeTenantId } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';

/** The limits on guesses, shared by all servers that use the same Redis. */
export interface SignInLimits {
  /** Counts requests per network. @throws {AppError} rate_limited */
  perNetwork(context: RequestContext): Promise<void>;
  /** Counts sign-ins per known device, right or wrong: each costs a computation. @throws {AppError} rate_limited */
  perDevice(context: RequestContext, device: string): Promise<void>;
  /** Attempts per member, from devices that they have not signed in on before. */
  account: AttemptLimit;
  /** Attempts per known device. */
  device: AttemptLimit;
  /** Attempts at the second step, per person. */
  secondFactor: AttemptLimit;
}

type Caller = Pick<RequestContext, 'ip' | 'requestId'>;

/**
 * Checks an email address and a password. Returns the token of a session, or the second step where the person has a second
 * factor or the workspace requires one.
 * @throws {AppError} rate_limited; invalid_credentials; workspace_choice_required; unavailable
 */
export async function signIn(
  context: RequestContext,
  limits: SignInLimits,
  input: { email: string; password: string; workspaceId?: string | undefined },
): Promise<string | SecondStep> {
  const { resources } = context;
  const candidates = await membersWithEmail(resources, input);
  const attempts = await takeAttempts(context, limits, input.email, candidates);
  const matches = await membersWithPassword(
    resources,
    input,
    candidates.filter((candidate) => attempts.taken.has(candidate)),
  ).catch(async (error: unknown) => {
    // Too many sign-ins at once: nobody's password was compared, so it was no guess.
    if (error instanceof AppError && error.code === 'unavailable')
      for (const attempt of attempts.taken.values()) await attempt.takeBack();
    throw error;
  });
  if (matches.length === 0 && attempts.refused) throw attempts.refused;
  for (const match of matches) await attempts.taken.get(match)?.clear();
  const member = onlyMember(matches);

  const { userId, tenantId } = member;
  const scope = mintTenantScope(tenantId);
  return withProvenPassword({ ...resources, scope }, member, async (ctx) => {
    if (await hasTwoFactor(ctx, userId)) {
      return { secondStep: 'code', challenge: await openChallenge(ctx, userId, 'code') };
    }
    if (await isTwoFactorRequired(ctx)) {
      return { secondStep: 'enrol', challenge: await openChallenge(ctx, userId, 'enrol') };
    }
    return openSession(ctx, userId, context.userAgent);
  });
}

/** A counted attempt, which a success forgets. */
interface Attempt {
  takeBack(): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Counts an attempt at the password of each member with the address. Members count apart: someone who knows the
 * password of one, in a workspace of their own, gains no attempts at another. Guesses from elsewhere, also from the
 * same network, do not count against a member whose device is known.
 * @returns the members that may be tried, and why others may not.
 * @throws {AppError} rate_limited when none may be tried.
 */
async function takeAttempts<Candidate extends { tenantId: Buffer }>(
  context: RequestContext,
  limits: SignInLimits,
  email: string,
  candidates: readonly Candidate[],
): Promise<{ taken: ReadonlyMap<Candidate, Attempt>; refused: AppError | null }> {
  const { keyring } = context.resources;
  const taken = new Map<Candidate, Attempt>();
  let refused: AppError | null = null;
  const ifAllowed = async (take: () => Promise<void>): Promise<boolean> => {
    try {
      await take();
      return true;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
      refused = error;
      return false;
    }
  };
  const known = candidates.map((candidate) => {
    const tenantId = encodeTenantId(candidate.tenantId);
    const device = knownDevice(keyring, context.deviceMarks, { email, tenantId });
    const [limit, subject] =
      device === null ? [limits.account, `${tenantId} ${email}`] : [limits.device, device];
    return { candidate, isKnown: device !== null, limit, subject };
  });
  const mayBeStranger =
    known.length > 0 && known.every(({ isKnown }) => isKnown)
      ? false
      : await ifAllowed(() => limits.perNetwork(context));
  // An unknown address has an allowance too, so that it answers like a known one.
  if (candidates.length === 0 && mayBeStranger) await ifAllowed(() => limits.account.take(email));
  for (const { candidate, isKnown, limit, subject } of known) {
    if (!isKnown && !mayBeStranger) continue;
    if (isKnown && !(await ifAllowed(() => limits.perDevice(context, subject)))) continue;
    if (await ifAllowed(() => limit.take(subject)))
      taken.set(candidate, {
        takeBack: () => limit.takeBack(subject),
        clear: () => limit.clear(subject),
      });
  }
  if (taken.size === 0 && refused) throw refused;
  return { taken, refused };
}

/**
 * Finishes a sign-in with a code of the app or a recovery code.
 * @throws {AppError} sign_in_expired; code_invalid; rate_limited
 */
export async function finishSignIn(
  context: RequestContext,
  limits: SignInLimits,
  { challenge, code }: { challenge: string; code: string },
): Promise<string> {
  await limits.perNetwork(context);
  const { ctx, person } = await personOfChallenge(context.resources, context, challenge, 'code');
  return attemptChallenge(ctx, challenge, async (take) => {
    await verifySecondFactor(ctx, limits.secondFactor, person, code);
    return ctx.db.transaction(async (tx) => {
      await take(tx);
      return openSession({ ...ctx, tx }, person.userId, context.userAgent);
    });
  });
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
): Promise<{ token: string; recoveryCodes: string[] }> {
  await limits.perNetwork(context);
  const { ctx, person } = await personOfChallenge(context.resources, context, challenge, 'enrol');
  let token = '';
  const recoveryCodes = await attemptChallenge(ctx, challenge, (take) =>
    confirmTwoFactor(ctx, limits.secondFactor, person, code, async (ctx) => {
      await take(ctx.tx);
      token = await openSession(ctx, person.userId, context.userAgent);
    }),
  );
  return { token, recoveryCodes };
}

/** Remembers this browser for a person who has signed in: see `device-cookie.ts`. */
export function rememberThisDevice(context: RequestContext, { email, scope }: UserActor): void {
  const { resources, deviceMarks } = context;
  const person = { email, tenantId: scope.tenantId };
  context.setDeviceCookie(rememberDevice(resources.keyring, deviceMarks, person));
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
