import { implement } from '@orpc/server';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Session, sessionContract } from '../../../shared/contract/access/session.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { connectedNumberId, describeChannel } from '../../features/channel/index.ts';
import {
  attemptAsPerson,
  authenticateSession,
  changeLanguage,
  changeOwnName,
  changeOwnPassword,
  confirmSession,
  issueTicket,
  signOut,
  verifyOwnPassword,
} from '../../features/sessions/index.ts';
import { hasTwoFactor, verifyAppCode } from '../../features/two-factor/index.ts';
import { findTenant } from '../../features/workspaces/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { AttemptLimit } from '../../kernel/auth/attempt-limit.ts';
import type { Context, Resources } from '../../kernel/context/context.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { decodeId } from '../../kernel/ids.ts';
import { latestSeq } from '../../kernel/outbox/relay.ts';
import { createFirstWorkspace, type FirstRunParts, loadDemo, setupStatus } from './first-run.ts';
import { rememberThisDevice, type SignInLimits, signIn } from './sign-in.ts';

export interface SessionParts extends FirstRunParts {
  limits: SignInLimits;
  /** Counts the attempts of signed-in people at their password or a code. */
  ownPassword: AttemptLimit;
  /** Closes the sockets of a session. */
  disconnectSession(sessionId: string): void;
  /** Sets the cookies of a session that has begun, and describes it. */
  startSession(context: RequestContext, token: string): Promise<Session>;
}

/** Returns the function that starts a session in the response: its cookie, the device's, and its description. */
export function createStartSession(parts: Pick<FirstRunParts, 'config' | 'testPlatform'>) {
  return async (context: RequestContext, token: string): Promise<Session> => {
    const actor = await authenticateSession(context.resources, token);
    if (!actor) throw new AppError('invalid_credentials');
    context.setSessionCookie(token);
    rememberThisDevice(context, actor);
    return describeSession(context.resources, parts, actor);
  };
}

export function sessionsRoutes(parts: SessionParts) {
  const os = implement(sessionContract).$context<RequestContext>();
  const { limits, startSession } = parts;

  return os.router({
    identity: os.identity.handler(() => ({ product: 'switchboard' as const, version: packageJson.version })),
    setupStatus: os.setupStatus.handler(({ context }) =>
      setupStatus(context.resources, parts, context.isLocal),
    ),
    setup: os.setup.handler(async ({ input, context }) => {
      await limits.perNetwork(context);
      const { setupCode, ...workspace } = input.body;
      const { resources, userAgent, isLocal } = context;
      const caller = { userAgent, isLocal, setupCode };
      const token = await createFirstWorkspace(resources, parts, workspace, caller);
      return startSession(context, token);
    }),
    setupDemo: os.setupDemo.handler(async ({ input, context }) => {
      await limits.perNetwork(context);
      const { resources, userAgent, isLocal } = context;
      const caller = { userAgent, isLocal, setupCode: input.body?.setupCode };
      const { token, login } = await loadDemo(resources, parts, caller);
      return { ...(await startSession(context, token)), demo: login };
    }),
    signIn: os.signIn.handler(async ({ input, context }) => {
      const result = await signIn(context, limits, input.body);
      return typeof result === 'string' ? startSession(context, result) : result;
    }),
    current: os.current.handler(({ context }) =>
      describeSession(context.resources, parts, personOf(context)),
    ),
    signOut: os.signOut.handler(async ({ context }) => {
      await signOut(contextOf(context), personOf(context), parts.disconnectSession);
      context.setSessionCookie(null);
      return { signedOut: true as const };
    }),
    changeLanguage: os.changeLanguage.handler(async ({ input, context }) => {
      const person = await changeLanguage(contextOf(context), personOf(context), input.body.language);
      return describeSession(context.resources, parts, person);
    }),
    changeName: os.changeName.handler(async ({ input, context }) => {
      const person = await changeOwnName(contextOf(context), personOf(context), input.body.name);
      return describeSession(context.resources, parts, person);
    }),
    confirm: os.confirm.handler(async ({ input, context }) => {
      const ctx = contextOf(context);
      const person = personOf(context);
      const { ownPassword } = parts;
      if ('code' in input.body) await verifyOwnCode(ctx, ownPassword, person, input.body.code);
      else await verifyOwnPassword(ctx, ownPassword, person, input.body.password);
      return { confirmedUntil: (await confirmSession(ctx, person)).toISOString() };
    }),
    changePassword: os.changePassword.handler(async ({ input, context }) => {
      const { ownPassword, disconnectSession } = parts;
      const passwords = { limit: ownPassword, disconnect: disconnectSession };
      await changeOwnPassword(contextOf(context), passwords, personOf(context), input.body);
      return { changed: true as const };
    }),
    socketTicket: os.socketTicket.handler(async ({ context }) => ({
      ticket: await issueTicket(contextOf(context), personOf(context)),
    })),
  });
}

/** Checks a code of a signed-in person's app. Their codes and passwords share one limit. */
async function verifyOwnCode(
  ctx: Context,
  limit: AttemptLimit,
  person: UserActor,
  code: string,
): Promise<void> {
  const userId = decodeId(person.id);
  if (!(await hasTwoFactor(ctx, userId))) throw new AppError('two_factor_not_enabled');
  await attemptAsPerson(limit, person, () => verifyAppCode(ctx, userId, code));
}

/** Returns the signed-in person for their screen. Reads the sequence number first: see the contract. */
async function describeSession(
  { db }: Resources,
  { config, testPlatform }: Pick<FirstRunParts, 'config' | 'testPlatform'>,
  actor: UserActor,
): Promise<Session> {
  const { scope, id, name, email, role, language } = actor;
  const seq = await latestSeq(db, scope);
  const tenant = await findTenant({ db }, scope.key);
  const numberId = await connectedNumberId({ db, scope });
  const isSandbox = config.sandboxEnabled || (numberId !== null && numberId === tenant?.testNumberId);
  return {
    user: { id, name, email, role, language },
    permissions: [...actor.permissions],
    workspace: {
      id: scope.tenantId,
      name: tenant?.name ?? '',
      defaultCountry: tenant?.defaultCountry ?? null,
      channel: {
        ...(await describeChannel({ db, scope })),
        connected: numberId !== null,
        isSandbox,
        phonePageUrl: isSandbox ? testPlatform.url : null,
      },
    },
    seq,
    publicUrl: config.publicUrl,
  };
}
