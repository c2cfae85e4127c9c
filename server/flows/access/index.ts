import { AppError } from '../../../shared/domain/errors.ts';
import { apiKeyRetention, registerApiKeys } from '../../features/api-keys/index.ts';
import type { Channel } from '../../features/channel/index.ts';
import { registerMembers } from '../../features/people/index.ts';
import { isLogin, sessionRetention } from '../../features/sessions/index.ts';
import { workspaceRoutes } from '../../features/workspaces/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import type { Launcher } from './first-run.ts';
import { sessionsRoutes } from './sessions.routes.ts';

/** Wires access: programs by their keys, people by their sessions, and the first run. */
export function wireAccess(kernel: Kernel, channel: Channel, { launcher }: { launcher: Launcher | null }) {
  const { config, resources, realtime, limits } = kernel;
  const background = kernel.background.resources;
  const apiKeys = registerApiKeys(resources, background);
  const members = registerMembers(realtime.disconnectMember);
  const limitSignIn = (context: RequestContext) => limits.perAddress.take(context.response, context.ip);
  const parts = {
    config,
    saveCredentials: channel.saveCredentials,
    authenticateKey: apiKeys.authenticate,
    background,
    launcher,
    limitSignIn,
    disconnectSession: realtime.disconnectSession,
  };
  return {
    usage: apiKeys.usage,
    authenticateKey: apiKeys.authenticate,
    retention: [...sessionRetention(background.db), ...apiKeyRetention(background.db)],
    /** For the command line: fills the demo workspace once. Later calls return the result of the first. */
    seedDemo: () => seedDemo(background, parts),
    /** Requires the password again, with the rate limit of sign-in. @throws {AppError} invalid_credentials */
    confirmPassword: async (context: RequestContext, actor: UserActor, password: string): Promise<void> => {
      await limitSignIn(context);
      if (!(await isLogin({ db: resources.db, scope: actor.scope }, actor.email, password)))
        throw new AppError('invalid_credentials', { message: 'The password is incorrect.' });
    },
    dashboardRoutes: {
      session: sessionsRoutes(parts),
      apiKeys: apiKeys.routes,
      members: members.routes,
      workspace: workspaceRoutes(),
    },
  };
}
