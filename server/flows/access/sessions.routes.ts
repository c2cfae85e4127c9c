import { implement } from '@orpc/server';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Session, sessionContract } from '../../../shared/contract/session.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { describeChannel, isConnected } from '../../features/channel/index.ts';
import {
  authenticateSession,
  changeLanguage,
  confirmSession,
  issueTicket,
  signIn,
  signOut,
} from '../../features/sessions/index.ts';
import { findTenant } from '../../features/workspaces/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { latestSeq } from '../../kernel/outbox/relay.ts';
import { createFirstWorkspace, type FirstRunParts, loadDemo, setupStatus } from './first-run.ts';

export interface SessionParts extends FirstRunParts {
  /** Counts sign-in attempts of an address. @throws {AppError} rate_limited */
  limitSignIn(context: RequestContext): Promise<void>;
  /** Counts attempts of a person to confirm a session. @throws {AppError} rate_limited */
  limitConfirmation(context: RequestContext, actor: UserActor): Promise<void>;
  /** Closes the sockets of a session. */
  disconnectSession(sessionId: string): void;
}

/** Signs the caller in with a new session, and describes it. */
export async function startSession(
  context: RequestContext,
  parts: SessionParts,
  token: string,
): Promise<Session> {
  const actor = await authenticateSession(context.resources, token);
  if (!actor) throw new AppError('invalid_credentials');
  context.setSessionCookie(token);
  return describeSession(context.resources, parts, actor);
}

export function sessionsRoutes(parts: SessionParts) {
  const os = implement(sessionContract).$context<RequestContext>();
  const { limitSignIn } = parts;

  return os.router({
    identity: os.identity.handler(() => ({ product: 'switchboard' as const, version: packageJson.version })),
    setupStatus: os.setupStatus.handler(({ context }) =>
      setupStatus(context.resources, parts, context.isLocal),
    ),
    setup: os.setup.handler(async ({ input, context }) => {
      await limitSignIn(context);
      const { setupCode, ...workspace } = input.body;
      const { resources, userAgent, isLocal } = context;
      const caller = { userAgent, isLocal, setupCode };
      return startSession(context, parts, await createFirstWorkspace(resources, parts, workspace, caller));
    }),
    setupDemo: os.setupDemo.handler(async ({ input, context }) => {
      await limitSignIn(context);
      const { resources, userAgent, isLocal } = context;
      const caller = { userAgent, isLocal, setupCode: input.body?.setupCode };
      const { token, login } = await loadDemo(resources, parts, caller);
      return { ...(await startSession(context, parts, token)), demo: login };
    }),
    signIn: os.signIn.handler(async ({ input, context }) => {
      await limitSignIn(context);
      return startSession(context, parts, await signIn(context.resources, input.body, context.userAgent));
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
    confirm: os.confirm.handler(async ({ input, context }) => {
      const person = personOf(context);
      await parts.limitConfirmation(context, person);
      const until = await confirmSession(contextOf(context), person, input.body.password);
      return { confirmedUntil: until.toISOString() };
    }),
    socketTicket: os.socketTicket.handler(async ({ context }) => ({
      ticket: await issueTicket(contextOf(context), personOf(context)),
    })),
  });
}

/** Returns the signed-in person for their screen. Reads the sequence number first: see the contract. */
async function describeSession(
  { db }: Resources,
  { config }: SessionParts,
  actor: UserActor,
): Promise<Session> {
  const { scope, id, name, email, role, language } = actor;
  const seq = await latestSeq(db, scope);
  const tenant = await findTenant({ db }, scope.key);
  return {
    user: { id, name, email, role, language },
    permissions: [...actor.permissions],
    workspace: {
      id: scope.tenantId,
      name: tenant?.name ?? '',
      defaultCountry: tenant?.defaultCountry ?? null,
      channel: {
        ...(await describeChannel({ db, scope })),
        connected: await isConnected({ db, scope }),
        isSandbox: config.sandboxEnabled,
        phonePageUrl: config.sandboxEnabled ? config.graphUrl : null,
      },
    },
    seq,
    publicUrl: config.publicUrl,
  };
}
