import { AppError } from '../../shared/domain/errors.ts';
import { createKeyUsage, registerApiKeys } from '../features/api-keys/index.ts';
import { registerMembers } from '../features/members/index.ts';
import { registerSessions } from '../features/sessions/index.ts';
import { TenantsRepository } from '../features/tenants/index.ts';
import { createFirstRun, type Launcher } from '../flows/first-run.ts';
import type { UserActor } from '../kernel/auth/actor.ts';
import type { RequestContext } from '../kernel/http/request-context.ts';
import { latestSeq } from '../kernel/outbox/relay.ts';
import type { Channel } from './channel.ts';
import type { Kernel } from './kernel.ts';

/** Who may come in: programs by their keys, people by their sessions, and the first of all. */
export function wireAccess(
  kernel: Kernel,
  { settings, state, isConnected }: Channel,
  { launcher }: { launcher: Launcher | null },
) {
  const { config, logger, database, keyring, inUnitOfWork, recordAudit, realtime, limits } = kernel;
  const usage = createKeyUsage(database, logger);
  const apiKeys = registerApiKeys({ database, keyring, inUnitOfWork, usage, recordAudit });
  const members = registerMembers({
    database,
    inUnitOfWork,
    recordAudit,
    disconnectMember: realtime.disconnectMember,
  });
  const sessions = registerSessions({
    database,
    keyring,
    publicUrl: config.publicUrl,
    latestSeq: (scope) => latestSeq(database, scope),
    describeWorkspace: async (scope) => ({
      id: scope.tenantId,
      name: (await new TenantsRepository(database).find(scope.key))?.name ?? '',
      channel: {
        ...(await state.describe(scope)),
        connected: await isConnected(scope),
        isSandbox: config.sandboxEnabled,
        phonePageUrl: config.sandboxEnabled ? config.graphUrl : null,
      },
    }),
    disconnectSession: realtime.disconnectSession,
  });
  const firstRun = createFirstRun({
    database,
    config,
    settings,
    apiKeys: apiKeys.service,
    sessions: sessions.service,
    launcher,
  });
  const limitSignIn = (context: RequestContext) => limits.perAddress.take(context.response, context.ip);
  return {
    usage,
    services: {
      apiKeys: apiKeys.service,
      members: members.service,
      firstRun,
      sessions: sessions.service,
    },
    /** Asks for the password once more, at the pace of signing in. */
    confirmPassword: async (context: RequestContext, actor: UserActor, password: string): Promise<void> => {
      await limitSignIn(context);
      if (!(await sessions.service.isLogin(actor.scope, actor.email, password)))
        throw new AppError('invalid_credentials', { message: 'The password is not right.' });
    },
    dashboardRoutes: {
      session: sessions.routes(firstRun, limitSignIn),
      apiKeys: apiKeys.routes,
      members: members.routes,
    },
  };
}
