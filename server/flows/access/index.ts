import { registerApiKeys } from '../../features/api-keys/index.ts';
import type { Channel } from '../../features/channel/index.ts';
import { accessLinkRetention, registerMembers } from '../../features/people/index.ts';
import { devicesRoutes, sessionRetention } from '../../features/sessions/index.ts';
import { workspaceRoutes } from '../../features/workspaces/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { accessLinksRoutes } from './access-links.routes.ts';
import type { Launcher } from './first-run.ts';
import { sessionsRoutes } from './sessions.routes.ts';

/** Wires access: programs by their keys, people by their sessions, and the first run. */
export function wireAccess(kernel: Kernel, channel: Channel, { launcher }: { launcher: Launcher | null }) {
  const { config, resources, realtime, limits } = kernel;
  const background = kernel.background.resources;
  const apiKeys = registerApiKeys(resources, background);
  const { publicUrl } = config;
  const people = registerMembers({ publicUrl, disconnect: realtime.disconnectMember });
  const limitSignIn = (context: RequestContext) => limits.perAddress.take(context.response, context.ip);
  const parts = {
    config,
    saveCredentials: channel.saveCredentials,
    authenticateKey: apiKeys.authenticate,
    background,
    launcher,
    limitSignIn,
    limitConfirmation: (context: RequestContext, actor: UserActor) =>
      limits.perPerson.take(context.response, actor.id),
    disconnectSession: realtime.disconnectSession,
    disconnectMember: realtime.disconnectMember,
  };
  return {
    usage: apiKeys.usage,
    authenticateKey: apiKeys.authenticate,
    retention: [...sessionRetention(background.db), ...accessLinkRetention(background.db)],
    /** For the command line: fills the demo workspace once. Later calls return the result of the first. */
    seedDemo: () => seedDemo(background, parts),
    dashboardRoutes: {
      session: sessionsRoutes(parts),
      apiKeys: apiKeys.routes,
      ...people.routes,
      accessLinks: accessLinksRoutes(parts),
      devices: devicesRoutes(realtime.disconnectSession),
      workspace: workspaceRoutes(),
    },
  };
}
