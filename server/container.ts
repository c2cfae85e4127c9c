import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalog } from '../models/tools/catalog.ts';
import { AppError } from '../shared/domain/errors.ts';
import type { CallbackDeps } from './cloud-api/callback.router.ts';
import { callbackUrlOf, callbackWarnings } from './cloud-api/callback-address.ts';
import { createGraphClient } from './cloud-api/graph-client.ts';
import { createGraphHttp } from './cloud-api/graph-http.ts';
import { createMediaTransfer } from './cloud-api/media-transfer.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrationStatus } from './db/migrate.ts';
import { createKeyUsage, registerApiKeys } from './features/api-keys/index.ts';
import { createRecordAudit, registerAuditLog } from './features/audit-log/index.ts';
import { registerCloudApi } from './features/cloud-api-settings/index.ts';
import { containsName, foldForSearch, registerContacts } from './features/contacts/index.ts';
import { registerConversations } from './features/conversations/index.ts';
import { registerEvents } from './features/events/index.ts';
import { registerInferenceKeys } from './features/inference-keys/index.ts';
import { registerInferenceWorkers } from './features/inference-workers/index.ts';
import { createMediaAddresses, createMediaFiles, registerMedia } from './features/media/index.ts';
import { registerMembers } from './features/members/index.ts';
import { readThread, registerMessages } from './features/messages/index.ts';
import { registerModels } from './features/models/index.ts';
import { ParkedItemsRepository, registerParkedItems } from './features/parked-items/index.ts';
import { registerPromptLog } from './features/prompt-log/index.ts';
import { registerSessions } from './features/sessions/index.ts';
import { registerTemplates, TemplateSyncsRepository } from './features/templates/index.ts';
import { TenantsRepository } from './features/tenants/index.ts';
import { createApplyInboundChange } from './flows/apply-inbound-change.ts';
import { createApplyReaction } from './flows/apply-reaction.ts';
import { createApplyStatus } from './flows/apply-status.ts';
import { createCallbackStore, createCallbackWorker } from './flows/callback-store.ts';
import { createFindWorkspace } from './flows/callback-workspaces.ts';
import { createConnection, verifyTokens } from './flows/channel-connection.ts';
import { createDeleteContact, purgeContactJob } from './flows/delete-contact.ts';
import { createSendWorker } from './flows/deliver-send.ts';
import { createFetchWorker } from './flows/fetch-media.ts';
import { findThread } from './flows/find-thread.ts';
import { createFirstRun, type Launcher } from './flows/first-run.ts';
import { replySend } from './flows/inbox-sends.ts';
import { createMarkReadUpTo } from './flows/mark-read-up-to.ts';
import { createReact, sendReactionJob } from './flows/react.ts';
import { createReceiveInbound } from './flows/receive-inbound.ts';
import { createRefetchMedia } from './flows/refetch-media.ts';
import { enqueueReportRead, reportReadJob } from './flows/report-read.ts';
import { createSendMessage } from './flows/send-message.ts';
import { createSendTemplate } from './flows/send-template.ts';
import { createSendWaiters } from './flows/send-waiters.ts';
import { createStoreInbound } from './flows/store-inbound.ts';
import { createTemplateSyncWorker } from './flows/sync-templates.ts';
import { createTemplateNotices } from './flows/template-notices.ts';
import { createUploadForSend } from './flows/upload-for-send.ts';
import { createWebhooks } from './flows/webhooks/index.ts';
import { createKeyring } from './kernel/crypto/keyring.ts';
import { createCursors } from './kernel/http/cursor.ts';
import { createRateLimiter } from './kernel/http/rate-limit.ts';
import { createAddressGuard } from './kernel/http-out/address-guard.ts';
import { createAskContentType } from './kernel/http-out/ask-content-type.ts';
import { createGuardedAgent } from './kernel/http-out/guarded-agent.ts';
import { createOnce } from './kernel/idempotency/once.ts';
import { createJobWorker } from './kernel/jobs/queue.ts';
import type { Logger } from './kernel/logging/logger.ts';
import { createMetrics } from './kernel/metrics/metrics.ts';
import { createRelay, latestSeq, readEvents } from './kernel/outbox/relay.ts';
import { createUnitOfWork } from './kernel/outbox/unit-of-work.ts';
import { createRealtime } from './kernel/realtime/socket-server.ts';
import { createRedis, type Redis } from './kernel/redis/redis.ts';
import { openStorage } from './kernel/storage/storage.ts';
import { mintTenantScope } from './kernel/tenancy/mint-tenant-scope.ts';

export type Container = ReturnType<typeof createContainer>;

export interface ContainerOptions {
  config: Config & { databaseUrl: string; secretKey: string };
  logger: Logger;
  /** Tests pass their own, with the SQL tripwire on it. */
  database?: Database;
  /** Null when this process was started by hand. */
  launcher?: Launcher | null;
}

/** How long a stranger's server may take to say what a file is. */
const FILE_ANSWER_MS = 3_000;

/** Builds everything once, by hand: the one place that knows who gets what. Nothing starts here. */
export function createContainer({
  config,
  logger,
  database = openDatabase(config.databaseUrl),
  launcher = null,
}: ContainerOptions) {
  const metrics = createMetrics();
  const keyring = createKeyring(config.secretKey, config.previousSecretKeys);
  const cursors = createCursors(keyring);
  const graphHttp = createGraphHttp({ baseUrl: config.graphUrl, version: config.graphVersion });
  const graph = createGraphClient(graphHttp);
  const redis = config.redisUrl ? createRedis(config.redisUrl, logger) : null;
  const usage = createKeyUsage(database, logger);
  const waiters = createSendWaiters(database);
  const permits = createAddressGuard(config.allowCidrs);
  const askContentType = createAskContentType({
    dispatcher: createGuardedAgent({ permits, timeoutMs: FILE_ANSWER_MS }),
    timeoutMs: FILE_ANSWER_MS,
  });

  const realtime = createRealtime({
    logger,
    redis,
    redeem: (ticket) => sessions.service.redeem(ticket),
    latestSeq: (scope) => latestSeq(database, scope),
  });
  const relay = createRelay(
    database,
    [realtime.publish, (scope, events) => webhooks.fanOut(scope, events)],
    logger,
  );
  const inUnitOfWork = createUnitOfWork(database, relay.wake);

  const recordAudit = createRecordAudit(database);

  const webhooks = createWebhooks({
    database,
    logger,
    keyring,
    cursors,
    inUnitOfWork,
    recordAudit,
    allowCidrs: config.allowCidrs,
    wakeJobs: () => jobWorker.wake(),
  });

  // What flows and features need of each other, in the order in which it can be built.
  const { settings, channel, watch, notices, refreshChannel } = createConnection({
    database,
    logger,
    keyring,
    http: graphHttp,
    inUnitOfWork,
    recordAudit,
    wakeSender: () => sendWorker.wake(),
    // Another account has other templates.
    onSaved: (scope, tx) => new TemplateSyncsRepository(database, scope, tx).ask(),
  });
  const templateSyncWorker = createTemplateSyncWorker({
    database,
    logger,
    inUnitOfWork,
    http: graphHttp,
    settings,
    fold: foldForSearch,
  });
  const applyStatus = createApplyStatus({ database, inUnitOfWork });
  const mediaFiles = createMediaFiles(openStorage({ folder: join(config.dataDir, 'media'), s3: config.s3 }));
  const mediaAddresses = createMediaAddresses(keyring);
  const mediaTransfer = createMediaTransfer({ http: graphHttp, graphUrl: config.graphUrl, permits });
  const fetchWorker = createFetchWorker({
    ...{ database, logger, inUnitOfWork, settings },
    transfer: mediaTransfer,
    files: mediaFiles,
  });
  const storeInbound = createStoreInbound({ database, inUnitOfWork });
  const { receive, applyWaiting } = createReceiveInbound({
    database,
    logger,
    applyStatus,
    storeInbound,
    applyReaction: createApplyReaction({ database, inUnitOfWork }),
    applyChange: createApplyInboundChange({ database, inUnitOfWork }),
    notices: {
      ...notices,
      ...createTemplateNotices({
        database,
        inUnitOfWork,
        wabaOf: async (scope) => (await settings.credentials(scope))?.wabaId ?? null,
        wakeSync: templateSyncWorker.wake,
      }),
    },
    ownNumber: async (scope) => (await settings.credentials(scope))?.phoneNumberId ?? null,
  });
  const callbackStore = createCallbackStore(database);
  const callbackWorker = createCallbackWorker(database, logger, {
    receive,
    isCrowded: callbackStore.isCrowded,
    park: (scope, body, reason) =>
      new ParkedItemsRepository(database, scope).park(
        'callback',
        reason,
        body.toString('utf8').slice(0, 100_000),
      ),
  });
  const sendWorker = createSendWorker({
    database,
    logger,
    inUnitOfWork,
    graph,
    settings,
    applyStatus,
    applyWaiting,
    waiters,
    sendsPerSecond: config.rateLimits.sendsPerSecond,
    noteSend: channel.noteSend,
    uploadForSend: createUploadForSend({ database, transfer: mediaTransfer, files: mediaFiles }),
  });
  const jobWorker = createJobWorker(database, logger, [
    purgeContactJob(database, mediaFiles),
    reportReadJob({ database, graph, settings }),
    sendReactionJob({ database, inUnitOfWork, graph, settings }),
    refreshChannel(() => cloudApi.checks),
    webhooks.job,
  ]);
  const isConnected = settings.isStored;
  const sendMessage = createSendMessage({
    database,
    logger,
    inUnitOfWork,
    waiters,
    isConnected,
    wakeSender: sendWorker.wake,
    askContentType,
    templateFaults: (scope, send) =>
      templates.service.faultsOf(scope, { ...send, components: send.components ?? [] }),
  });
  const templates = registerTemplates({
    database,
    cursors,
    isConnected,
    searchPattern: containsName,
    wakeSync: templateSyncWorker.wake,
    send: createSendTemplate({ database, send: sendMessage.fromInbox }),
  });

  const contacts = registerContacts({
    database,
    inUnitOfWork,
    cursors,
    deleteContact: createDeleteContact({ database, inUnitOfWork, wakeJobs: jobWorker.wake }),
  });
  const messages = registerMessages({
    database,
    cursors,
    findThread: (scope, reference) => findThread(database, scope, reference),
    sendFromApi: sendMessage.fromApi,
    react: createReact({ database, inUnitOfWork, isConnected, wakeJobs: jobWorker.wake }),
    markReadUpTo: createMarkReadUpTo({ database, inUnitOfWork, wakeJobs: jobWorker.wake }),
  });
  const media = registerMedia({
    database,
    files: mediaFiles,
    addresses: mediaAddresses,
    publicUrl: config.publicUrl,
    refetch: createRefetchMedia({ database, inUnitOfWork, wakeFetcher: fetchWorker.wake }),
  });
  const conversations = registerConversations({
    database,
    cursors,
    inUnitOfWork,
    getContact: contacts.service.get,
    namePattern: containsName,
    readThread: (scope, contactId, query) => readThread({ database, cursors }, scope, contactId, query),
    sendFromInbox: (actor, conversationId, input) =>
      sendMessage.fromInbox(actor, conversationId, replySend(database, input)),
    retryFromInbox: sendMessage.retry,
    reportRead: (scope, tx, conversationId) => enqueueReportRead(database, scope, tx, conversationId),
    wakeJobs: jobWorker.wake,
  });
  const apiKeys = registerApiKeys({ database, keyring, inUnitOfWork, usage, recordAudit });
  const members = registerMembers({
    database,
    inUnitOfWork,
    recordAudit,
    disconnectMember: realtime.disconnectMember,
  });
  const inferenceKeys = registerInferenceKeys({ database, keyring, inUnitOfWork, recordAudit });
  const inferenceWorkers = registerInferenceWorkers({ database, inferenceUrl: config.inferenceUrl });
  const events = registerEvents({ read: (scope, since, limit) => readEvents(database, scope, since, limit) });
  const parkedItems = registerParkedItems(database);
  const models = registerModels({
    database,
    catalog: readCatalog(config.modelCatalog),
    rule: config.modelDownloads,
    inUnitOfWork,
    recordAudit,
  });
  const promptLog = registerPromptLog({ database, cursors, inUnitOfWork, recordAudit });
  const auditLog = registerAuditLog({ database, cursors });
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
  const sessions = registerSessions({
    database,
    keyring,
    publicUrl: config.publicUrl,
    latestSeq: (scope) => latestSeq(database, scope),
    describeWorkspace: async (scope) => ({
      id: scope.tenantId,
      name: (await new TenantsRepository(database).find(scope.key))?.name ?? '',
      channel: {
        ...(await channel.describe(scope)),
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
  const limits = createLimits(config, redis);

  return {
    config,
    logger,
    metrics,
    database,
    redis,
    limits,
    realtime,
    relay,
    usage,
    waiters,
    graphHttp,
    webhooks,
    keyring,
    once: createOnce(database, logger),
    mediaFiles,
    mediaTransfer,
    workers: [callbackWorker, sendWorker, jobWorker, fetchWorker, templateSyncWorker, webhooks.worker, watch],
    services: {
      apiKeys: apiKeys.service,
      inferenceKeys: inferenceKeys.service,
      members: members.service,
      settings,
      webhookEndpoints: webhooks.endpoints.service,
      firstRun,
      sessions: sessions.service,
    },
    features: {
      publicRoutes: {
        contacts: contacts.routes,
        messages: messages.routes,
        templates: templates.routes,
        media: media.publicRoutes,
      },
      dashboardRoutes: {
        session: sessions.routes(firstRun, (context) => limits.perAddress.take(context.response, context.ip)),
        contacts: contacts.routes,
        conversations: conversations.routes,
        media: media.dashboardRoutes,
        apiKeys: apiKeys.routes,
        inferenceKeys: inferenceKeys.routes,
        inferenceWorkers: inferenceWorkers.routes,
        models: models.routes,
        promptLog: promptLog.routes,
        members: members.routes,
        events: events.routes,
        parkedItems: parkedItems.routes,
        auditLog: auditLog.routes,
        templates: templates.dashboardRoutes,
        cloudApi: cloudApi.routes,
        webhookEndpoints: webhooks.endpoints.routes(async (context, actor, password) => {
          await limits.perAddress.take(context.response, context.ip);
          if (!(await sessions.service.isLogin(actor.scope, actor.email, password)))
            throw new AppError('invalid_credentials', { message: 'The password is not right.' });
        }),
        webhookDeliveries: webhooks.deliveries.routes,
      },
      playground: {
        passFor: inferenceKeys.service.passFor,
        findWorker: inferenceWorkers.service.findReady,
      },
      authenticateKey: apiKeys.service.authenticate,
      authenticateSession: sessions.service.authenticate,
    },
    media: {
      addresses: mediaAddresses,
      find: media.findServed,
      upload: media.service.upload,
      // The signature of an address has just proved whose file it names.
      scopeOf: mintTenantScope,
    },
    callback: {
      findWorkspace: createFindWorkspace(database, settings.openAppSecret),
      store: async (scope, body) => {
        const outcome = await callbackStore.store(scope, body);
        callbackWorker.wake();
        channel.noteEvent(scope);
        return outcome;
      },
      onHandshake: channel.noteHandshake,
    } satisfies Omit<CallbackDeps, 'metrics'>,
    dashboardFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
    docsFolders: {
      reference: fileURLToPath(new URL('../reference', import.meta.url)),
      client: fileURLToPath(new URL('../client', import.meta.url)),
    },
    /** Why the server cannot serve; null when it can. */
    notReady: async (): Promise<string | null> => {
      try {
        const { pending } = await migrationStatus(database);
        return pending.length === 0 ? null : 'the database is being migrated';
      } catch {
        return 'the database cannot be reached';
      }
    },
  };
}

/** What may be asked in a minute, and by whom. Over all servers where they share a Redis. */
function createLimits({ rateLimits }: Config, redis: Redis | null) {
  const limit = (name: string, counts: string, perMinute: number) =>
    createRateLimiter({ name, counts, perMinute }, redis);
  return {
    perKey: limit('key', 'requests a minute for this API key', rateLimits.keyPerMinute),
    perTenant: limit('tenant', 'requests a minute for this workspace', rateLimits.tenantPerMinute),
    perAddress: limit('sign-in', 'sign-ins a minute from this address', rateLimits.loginPerMinute),
  };
}
