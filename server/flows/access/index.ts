import { AppError } from '../../../shared/domain/errors.ts';
import { registerApiKeys } from '../../features/api-keys/index.ts';
import type { Channel } from '../../features/channel/index.ts';
import { registerMembers } from '../../features/people/index.ts';
import { registerSessions, sessionRetention } from '../../features/sessions/index.ts';
import { TenantsRepository, workspaceRoutes } from '../../features/workspaces/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import { operatorContext } from '../../kernel/context/context.ts';
import type { RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { latestSeq } from '../../kernel/outbox/relay.ts';
import { createFirstRun, type Launcher } from './first-run.ts';

/** Who may come in: programs by their keys, people by their sessions, and the first of all. */
export function wireAccess(
  kernel: Kernel,
  { settings, state, isConnected }: Channel,
  { launcher }: { launcher: Launcher | null },
) {
  const { config, database, keyring, realtime, limits } = kernel;
  const { background } = kernel;
  const apiKeys = registerApiKeys(kernel.resources, background.resources);
  const members = registerMembers(realtime.disconnectMember);
  const sessions = registerSessions({
    database,
    keyring,
    publicUrl: config.publicUrl,
    latestSeq: (scope) => latestSeq(database, scope),
    describeWorkspace: async (scope) => {
      const tenant = await new TenantsRepository(database).find(scope.key);
      return {
        id: scope.tenantId,
        name: tenant?.name ?? '',
        defaultCountry: tenant?.defaultCountry ?? null,
        channel: {
          ...(await state.describe(scope)),
          connected: await isConnected(scope),
          isSandbox: config.sandboxEnabled,
          phonePageUrl: config.sandboxEnabled ? config.graphUrl : null,
        },
      };
    },
    disconnectSession: realtime.disconnectSession,
  });
  const firstRun = createFirstRun({
    database,
    config,
    settings,
    contextFor: (scope) => operatorContext(kernel.resources, scope),
    authenticateKey: apiKeys.authenticate,
    sessions: sessions.service,
    launcher,
  });
  const limitSignIn = (context: RequestContext) => limits.perAddress.take(context.response, context.ip);
  return {
    usage: apiKeys.usage,
    authenticateKey: apiKeys.authenticate,
    retention: sessionRetention(background.database),
    services: {
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
      workspace: workspaceRoutes(),
    },
  };
}
