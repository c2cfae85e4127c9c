import { implement } from '@orpc/server';
import packageJson from '../../../package.json' with { type: 'json' };
import {
  type Session,
  type SetupStatus,
  sessionContract,
} from '../../../shared/contract/session.contract.ts';
import type { Country } from '../../../shared/domain/country.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { SessionsService } from './sessions.service.ts';

/** The first run of a server, which is a flow: it makes a workspace, its owner and their session. */
export interface SetupFlow {
  status(isLocal: boolean): Promise<SetupStatus>;
  createWorkspace(
    input: {
      workspaceName: string;
      name: string;
      email: string;
      password: string;
      defaultCountry?: Country | null | undefined;
    },
    caller: SetupCaller,
  ): Promise<string>;
  loadDemo(caller: SetupCaller): Promise<{ token: string; login: { email: string; password: string } }>;
}

/** Who uses the first run, and what proves that they may. */
export interface SetupCaller {
  userAgent: string;
  /** A person at the machine itself needs no code. */
  isLocal: boolean;
  setupCode: string | undefined;
}

/** Counts sign-in attempts of an address; throws `rate_limited`. */
export type SignInLimit = (context: RequestContext) => Promise<void>;

export function sessionsRoutes(sessions: SessionsService, setup: SetupFlow, limitSignIn: SignInLimit) {
  const os = implement(sessionContract).$context<RequestContext>();

  async function begin(context: RequestContext, token: string): Promise<Session> {
    const actor = await sessions.authenticate(token);
    if (!actor) throw new AppError('invalid_credentials');
    context.setSessionCookie(token);
    return sessions.describe(actor);
  }

  return os.router({
    identity: os.identity.handler(() => ({ product: 'switchboard' as const, version: packageJson.version })),
    setupStatus: os.setupStatus.handler(({ context }) => setup.status(context.isLocal)),
    setup: os.setup.handler(async ({ input, context }) => {
      await limitSignIn(context);
      const { setupCode, ...workspace } = input.body;
      const { userAgent, isLocal } = context;
      const token = await setup.createWorkspace(workspace, { userAgent, isLocal, setupCode });
      return begin(context, token);
    }),
    setupDemo: os.setupDemo.handler(async ({ input, context }) => {
      await limitSignIn(context);
      const { userAgent, isLocal } = context;
      const setupCode = input.body?.setupCode;
      const { token, login } = await setup.loadDemo({ userAgent, isLocal, setupCode });
      return { ...(await begin(context, token)), demo: login };
    }),
    signIn: os.signIn.handler(async ({ input, context }) => {
      await limitSignIn(context);
      return begin(context, await sessions.signIn(input.body, context.userAgent));
    }),
    current: os.current.handler(({ context }) => sessions.describe(personOf(context))),
    signOut: os.signOut.handler(async ({ context }) => {
      await sessions.signOut(personOf(context));
      context.setSessionCookie(null);
      return { signedOut: true as const };
    }),
    changeLanguage: os.changeLanguage.handler(async ({ input, context }) => {
      return sessions.describe(await sessions.changeLanguage(personOf(context), input.body.language));
    }),
    socketTicket: os.socketTicket.handler(async ({ context }) => ({
      ticket: await sessions.issueTicket(personOf(context)),
    })),
  });
}
