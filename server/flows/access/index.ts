import { apiKeyRetention, registerApiKeys } from '../../features/api-keys/index.ts';
import type { Channel } from '../../features/channel/index.ts';
import { registerMembers } from '../../features/people/index.ts';
import { sessionRetention, verifyOwnPassword } from '../../features/sessions/index.ts';
import { challengeRetention } from '../../features/two-factor/index.ts';
import { workspaceRoutes } from '../../features/workspaces/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import { createAttemptLimit } from '../../kernel/http/attempt-limit.ts';
import { networkOf } from '../../kernel/http/network-of.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import type { Launcher } from './first-run.ts';
import { createStartSession, sessionsRoutes } from './sessions.routes.ts';
import type { SignInLimits } from './sign-in.ts';
import { twoFactorRoutes } from './two-factor.routes.ts';

/** Wires access: programs by their keys, people by their sessions, and the first run. */
export function wireAccess(kernel: Kernel, channel: Channel, { launcher }: { launcher: Launcher | null }) {
  const { config, resources, realtime, limits } = kernel;
  const background = kernel.background.resources;
  const apiKeys = registerApiKeys(resources, background);
  const members = registerMembers(realtime.disconnectMember);
  const attempts = (name: string) => createAttemptLimit(name, kernel.redis);
  const signInLimits: SignInLimits = {
    perNetwork: ({ response, ip }) => limits.perAddress.take(response, networkOf(ip)),
    account: attempts('account'),
    device: attempts('device'),
    secondFactor: attempts('second-factor'),
  };
  const ownPassword = attempts('own-password');
  const parts = {
    config,
    saveCredentials: channel.saveCredentials,
    authenticateKey: apiKeys.authenticate,
    background,
    launcher,
    limits: signInLimits,
    ownPassword,
    disconnectSession: realtime.disconnectSession,
    disconnectMember: realtime.disconnectMember,
    startSession: createStartSession({ config }),
  };
  return {
    usage: apiKeys.usage,
    authenticateKey: apiKeys.authenticate,
    retention: [
      ...sessionRetention(background.db),
      ...apiKeyRetention(background.db),
      challengeRetention(background.db),
    ],
    /** For the command line: fills the demo workspace once. Later calls return the result of the first. */
    seedDemo: () => seedDemo(background, parts),
    /** Requires the password again. @throws {AppError} invalid_credentials; rate_limited */
    confirmPassword: (context: RequestContext, actor: UserActor, password: string): Promise<void> =>
      verifyOwnPassword(contextOf(context), ownPassword, actor, password),
    dashboardRoutes: {
      session: sessionsRoutes(parts),
      twoFactor: twoFactorRoutes(parts),
      apiKeys: apiKeys.routes,
      members: members.routes,
      workspace: workspaceRoutes(),
    },
  };
}
