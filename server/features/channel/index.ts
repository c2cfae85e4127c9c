import type { Kernel } from '../../kernel/index.ts';
import { callbackUrlOf, callbackWarnings } from '../../platform/account/callback-address.ts';
import { createGraphClient } from '../../platform/graph/graph-client.ts';
import { createGraphHttp } from '../../platform/graph/graph-http.ts';
import { createChannelChecks } from './channel-checks.service.ts';
import { type ConnectionDeps, createConnection } from './channel-connection.ts';
import { cloudApiRoutes } from './cloud-api.routes.ts';
import { type CloudApiDeps, createCloudApiService } from './cloud-api.service.ts';
import { createNumberService } from './number.service.ts';
import { createSetupService } from './setup.service.ts';

export type { CloudApiCredentials, CloudApiSettingsService } from './cloud-api-settings.service.ts';
export { CHANNEL_SECRETS } from './sealed-secrets.ts';

/** Connecting a workspace with its number, and how it stands with the platform. */
function registerCloudApi(deps: CloudApiDeps) {
  const cloudApi = createCloudApiService(deps);
  const checks = createChannelChecks(deps, cloudApi);
  const setup = createSetupService(deps, cloudApi);
  const number = createNumberService(deps, cloudApi);
  return { checks, routes: cloudApiRoutes({ cloudApi, channel: deps.channel, checks, setup, number }) };
}

/** What the connection needs of other features; the container passes it in. */
type ChannelParts = Pick<ConnectionDeps, 'wakeSender' | 'releaseSends' | 'onSaved'> &
  Pick<CloudApiDeps, 'verifyToken' | 'renewVerifyToken'>;

export type Channel = ReturnType<typeof wireChannel>;

/** The platform, what workspaces are connected with, and how each connection stands. */
export function wireChannel(kernel: Kernel, parts: ChannelParts) {
  const { config, logger, database, keyring, inUnitOfWork, recordAudit } = kernel;
  const graphHttp = createGraphHttp({ baseUrl: config.graphUrl, version: config.graphVersion });
  const { settings, channel, watch, notices, refreshChannel } = createConnection({
    database,
    logger,
    keyring,
    http: graphHttp,
    inUnitOfWork,
    recordAudit,
    ...parts,
  });
  const cloudApi = registerCloudApi({
    database,
    keyring,
    http: graphHttp,
    inUnitOfWork,
    recordAudit,
    settings,
    channel,
    callbackUrl: (scope) => callbackUrlOf(config, scope.tenantId),
    callbackWarnings: callbackWarnings(config),
    ...parts,
  });
  return {
    graphHttp,
    graph: createGraphClient(graphHttp),
    settings,
    state: channel,
    notices,
    isConnected: settings.isStored,
    jobs: [refreshChannel(() => cloudApi.checks)],
    workers: [watch],
    dashboardRoutes: { cloudApi: cloudApi.routes },
  };
}
