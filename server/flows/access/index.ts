import { apiKeyRetention, registerApiKeys } from '../../features/api-keys/index.ts';
import type { Channel } from '../../features/channel/index.ts';
import type { MailAdmins } from '../../features/mail/index.ts';
import { accessLinkRetention, type PeopleParts, registerMembers } from '../../features/people/index.ts';
import { devicesRoutes, sessionRetention } from '../../features/sessions/index.ts';
import { challengeRetention } from '../../features/two-factor/index.ts';
import { workspaceRoutes } from '../../features/workspaces/index.ts';
import { createAttemptLimit } from '../../kernel/auth/attempt-limit.ts';
import { networkOf } from '../../kernel/auth/network-of.ts';
import type { Kernel } from '../../kernel/index.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { accessLinksRoutes } from './access-links.routes.ts';
import type { Launcher } from './first-run.ts';
import { meRoutes } from './me.ts';
import { createStartSession, sessionsRoutes } from './sessions.routes.ts';
import type { SignInLimits } from './sign-in.ts';
import { twoFactorRoutes } from './two-factor.routes.ts';
import { welcomeRoutes } from './welcome.ts';

/** Wires access: programs by their keys, people by their sessions, and the first run. */
export function wireAccess(
  kernel: Kernel,
  channel: Channel,
  {
    launcher,
    unassignMember,
    mailAdmins,
  }: { launcher: Launcher | null; mailAdmins: MailAdmins } & Pick<PeopleParts, 'unassignMember'>,
) {
  const { config, resources, realtime, limits } = kernel;
  const background = kernel.background.resources;
  const apiKeys = registerApiKeys(resources, background, mailAdmins);
  const { publicUrl } = config;
  const people = registerMembers({
    publicUrl,
    disconnect: realtime.disconnectMember,
    unassignMember,
  });
  const attempts = (name: string) => createAttemptLimit(name, kernel.redis);
  const signInLimits: SignInLimits = {
    perNetwork: ({ response, ip }) => limits.perAddress.take(response, networkOf(ip)),
    perDevice: ({ response }, device) => limits.perDevice.take(response, device),
    account: attempts('account'),
    device: attempts('device'),
    secondFactor: attempts('second-factor'),
  };
  const ownPassword = attempts('own-password');
  const parts = {
    config,
    saveCredentials: channel.saveCredentials,
    testPlatform: channel.testPlatform,
    authenticateKey: apiKeys.authenticate,
    background,
    launcher,
    limits: signInLimits,
    ownPassword,
    disconnectSession: realtime.disconnectSession,
    disconnectMember: realtime.disconnectMember,
    startSession: createStartSession({ config, testPlatform: channel.testPlatform }),
  };
  return {
    usage: apiKeys.usage,
    workers: apiKeys.workers,
    authenticateKey: apiKeys.authenticate,
    retention: [
      ...sessionRetention(background.db),
      ...accessLinkRetention(background.db),
      ...apiKeyRetention(background.db),
      challengeRetention(background.db),
    ],
    /** For the command line: fills the demo workspace once. Later calls return the result of the first. */
    seedDemo: () => seedDemo(background, parts),
    publicRoutes: { me: meRoutes(config) },
    dashboardRoutes: {
      session: sessionsRoutes(parts),
      twoFactor: twoFactorRoutes(parts),
      apiKeys: apiKeys.routes,
      ...people.routes,
      accessLinks: accessLinksRoutes(parts),
      devices: devicesRoutes(realtime.disconnectSession),
      workspace: workspaceRoutes(),
      welcome: welcomeRoutes(parts),
    },
  };
}
