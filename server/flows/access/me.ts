import { implement } from '@orpc/server';
import type { ChannelState } from '../../../shared/contract/channel/channel.ts';
import { type Me, publicMe } from '../../../shared/contract/public/me.contract.ts';
import { KEY_PERMISSIONS } from '../../../shared/domain/permissions.ts';
import type { Config } from '../../config.ts';
import { keyHint } from '../../features/api-keys/index.ts';
import { connectedNumber, describeChannel } from '../../features/channel/index.ts';
import { findTenant } from '../../features/workspaces/index.ts';
import { actorOf, contextOf, type RequestContext } from '../../kernel/http/request-context.ts';

/** The states under the names that version 1.1.0 has promised here. The event `channel.updated` was promised with the others. */
const STATES: Readonly<Record<ChannelState, Me['channel']['state']>> = {
  connected: 'connected',
  platform_unreachable: 'degraded',
  credentials_refused: 'refused',
  not_connected: 'not_connected',
};

/** Returns the route with which a program tests its key. */
export function meRoutes({ rateLimits }: Pick<Config, 'rateLimits'>) {
  const os = implement(publicMe).$context<RequestContext>().me;
  return os.router({
    get: os.get.handler(async ({ context }) => {
      const { id, name, permissions, scope } = actorOf(context);
      const ctx = contextOf(context);
      const tenant = await findTenant(ctx, scope.key);
      const { state, reason } = await describeChannel(ctx);
      return {
        workspace: { id: scope.tenantId, name: tenant?.name ?? '' },
        key: {
          ...{ id, name, permissions: KEY_PERMISSIONS.filter((one) => permissions.has(one)) },
          hint: await keyHint(ctx, id),
        },
        channel: {
          state: STATES[state],
          phoneNumber: (await connectedNumber(ctx))?.displayPhoneNumber ?? null,
          problem: reason?.message ?? null,
        },
        limits: {
          keyPerMinute: rateLimits.keyPerMinute,
          workspacePerMinute: rateLimits.tenantPerMinute,
        },
      };
    }),
  });
}
