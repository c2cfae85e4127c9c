import { callbackUrlOf, callbackWarnings } from '../cloud-api/callback-address.ts';
import { createGraphClient } from '../cloud-api/graph-client.ts';
import { createGraphHttp } from '../cloud-api/graph-http.ts';
import { registerCloudApi } from '../features/cloud-api-settings/index.ts';
import { TemplateSyncsRepository } from '../features/templates/index.ts';
import { createConnection, verifyTokens } from '../flows/channel-connection.ts';
import type { Kernel } from './kernel.ts';

export type Channel = ReturnType<typeof wireChannel>;

/** The platform, what workspaces are connected with, and how each connection stands. */
export function wireChannel(kernel: Kernel, { wakeSender }: { wakeSender(): void }) {
  const { config, logger, database, keyring, inUnitOfWork, recordAudit } = kernel;
  const graphHttp = createGraphHttp({ baseUrl: config.graphUrl, version: config.graphVersion });
  const { settings, channel, watch, notices, refreshChannel } = createConnection({
    database,
    logger,
    keyring,
    http: graphHttp,
    inUnitOfWork,
    recordAudit,
    wakeSender,
    // Another account has other templates.
    onSaved: (scope, tx) => new TemplateSyncsRepository(database, scope, tx).ask(),
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
    ...verifyTokens(database),
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
