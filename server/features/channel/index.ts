import type { Context } from '../../kernel/context/context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { createGraphClient } from '../../platform/graph/graph-client.ts';
import { createGraphHttp } from '../../platform/graph/graph-http.ts';
import type { TestPlatform } from '../../platform/graph/test-platform.ts';
import { checksJob } from './channel-checks.service.ts';
import { createChannelSignals } from './channel-signals.ts';
import { createChannelWatch } from './channel-watch.ts';
import { cloudApiRoutes } from './cloud-api.routes.ts';
import { type ChannelParts, saveCredentials } from './cloud-api.service.ts';
import type { CloudApiCredentials } from './credentials.ts';

export { connectedNumber } from './channel.repository.ts';
export { describeChannel } from './channel-state.service.ts';
export {
  type CloudApiCredentials,
  connectedNumberId,
  credentialsOf,
  isConnected,
  openAppSecret,
} from './credentials.ts';
export { numberNotices } from './number-notices.ts';
export { CHANNEL_SECRETS } from './sealed-secrets.ts';

export type Channel = ReturnType<typeof wireChannel>;

/** Connects a workspace with an account. */
export type SaveCredentials = Channel['saveCredentials'];

/** Wires the platform, the credentials of workspaces, and the state of each connection. */
export function wireChannel(
  kernel: Kernel,
  testPlatform: TestPlatform,
  others: Omit<ChannelParts, 'http' | 'config'>,
) {
  const { config } = kernel;
  const http = createGraphHttp({ baseUrl: config.graphUrl, version: config.graphVersion, testPlatform });
  const parts = { ...others, http, config };
  const signals = createChannelSignals(parts);
  return {
    graphHttp: http,
    testPlatform,
    graph: createGraphClient(http),
    signals,
    /** Connects a workspace with credentials that were already checked, or are not to be checked. */
    saveCredentials: (
      ctx: Context,
      given: CloudApiCredentials,
      options?: Parameters<typeof saveCredentials>[3],
    ): Promise<void> => saveCredentials(ctx, parts, given, options),
    jobs: [checksJob(kernel.background.resources, parts, signals)],
    workers: [createChannelWatch(kernel.background.resources, signals)],
    dashboardRoutes: { cloudApi: cloudApiRoutes(parts, signals) },
  };
}
