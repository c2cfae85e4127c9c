import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { createReadiness } from './db/readiness.ts';
import { PROBE_LIMITS } from './db/time-limits.ts';
import { registerAssist } from './features/assist/index.ts';
import { registerRetrieval } from './features/assist/retrieval/index.ts';
import { registerAuditLog } from './features/audit-log/index.ts';
import { wireChannel } from './features/channel/index.ts';
import { responseRulesOf } from './features/conversations/index.ts';
import { eventsRoutes } from './features/events/index.ts';
import { wireInference } from './features/inference/index.ts';
import { wireInsights } from './features/insights/index.ts';
import { wireMail } from './features/mail/index.ts';
import type { ImageLimits } from './features/media/index.ts';
import { registerRequestLog } from './features/request-log/index.ts';
import { registerSavedReplies } from './features/saved-replies/index.ts';
import { registerSavedViews } from './features/saved-views/index.ts';
import { authenticateSession, liveSocketSessions, redeemTicket } from './features/sessions/index.ts';
import { requestTemplateSync } from './features/templates/index.ts';
import { wireWebhooks } from './features/webhooks/index.ts';
import { renewVerifyToken, verifyToken } from './features/workspaces/index.ts';
import type { Launcher } from './flows/access/first-run.ts';
import { wireAccess } from './flows/access/index.ts';
import { wireAfterHours } from './flows/after-hours/index.ts';
import { wireAssignment } from './flows/assignment/index.ts';
import { createEmbedTexts } from './flows/assist/call-embeddings.ts';
import { wireAssist } from './flows/assist/index.ts';
import { wireAutomation } from './flows/automation/index.ts';
import { wireBroadcasts } from './flows/broadcasts/index.ts';
import { wireContactFiles } from './flows/contact-files/index.ts';
import { wireContactsPage } from './flows/contacts-page/index.ts';
import { wireInbound } from './flows/inbound/index.ts';
import { wireInbox } from './flows/inbox/index.ts';
import { wireMedia } from './flows/media/index.ts';
import { releaseSends, wireOutbound } from './flows/outbound/index.ts';
import { wireRehearsal } from './flows/rehearsal/index.ts';
import { wireReplay } from './flows/replay/index.ts';
import { wireTemplates } from './flows/templates/index.ts';
import { operatorContext } from './kernel/context/context.ts';
import { createHousekeeping } from './kernel/housekeeping/housekeeping.ts';
import { idempotencyKeyRetention } from './kernel/idempotency/key-retention.ts';
import { wireKernel } from './kernel/index.ts';
import type { Logger } from './kernel/logging/logger.ts';
import { countSeldom } from './kernel/metrics/metrics.ts';
import { eventRetention } from './kernel/outbox/event-retention.ts';
import { createClockWatch } from './kernel/queue/clock-steps.ts';
import { jobRetention } from './kernel/queue/jobs.repository.ts';
import { createJobWorker } from './kernel/queue/jobs.ts';
import { createServers } from './kernel/servers/servers.ts';
import type { ReadDiskSpace } from './kernel/storage/disk-space.ts';
import type { TenantScope } from './kernel/tenancy/tenant-scope.ts';
import { createTestPlatform } from './platform/graph/test-platform.ts';
import { failingCounts, queueAges, reclaimOf, STORED_TIMES } from './queues.ts';

export type Container = ReturnType<typeof createContainer>;

export interface ContainerOptions {
  config: Config & { databaseUrl: string; secretKey: string };
  logger: Logger;
  /** Tests pass their own, with the SQL tripwire on it. */
  database?: Database;
  /** Tests pass a disk of their own. */
  readDisk?: ReadDiskSpace;
  /** Tests pass other limits for images. */
  imageLimits?: Partial<ImageLimits>;
  /** Null when this process was started by hand. */
  launcher?: Launcher | null;
}

/**
 * Builds all parts once, in the order of their dependencies, and starts none of them. The `index.ts` of each
 * flow and feature wires its own parts (decision 0202).
 */
export function createContainer({
  config,
  logger,
  database = openDatabase(config.databaseUrl),
  readDisk,
  imageLimits,
  launcher = null,
}: ContainerOptions) {
  // Earlier parts call later ones through functions like this one, once all are built.
  const wakeJobs = () => jobWorker.wake();

  const kernel = wireKernel({
    config,
    logger,
    database,
    readDisk,
    redeem: (ticket) => redeemTicket(kernel.resources, ticket),
    liveSessions: (sessionIds) => liveSocketSessions(kernel.resources, sessionIds),
    subscribers: {
      webhooks: (scope, events) => webhooks.fanOut(scope, events),
      automation: (scope, events) => automation.noteEvents(scope, events),
      after_hours: (scope, events) => afterHours.noteEvents(scope, events),
      assist_drafts: (scope, events) => assistant.noteEvents(scope, events),
      assist_marks: (scope, events) => assistant.countMarks(scope, events),
      assist_translations: (scope, events) => assistant.noteForTranslation(scope, events),
    },
  });
  const testPlatform = createTestPlatform(config.sandboxUrl, launcher?.requestTestPhone ?? null);
  const channel = wireChannel(kernel, testPlatform, {
    wakeSender: () => outbound.wakeSender(),
    releaseSends,
    // A new account has different templates.
    onSaved: requestTemplateSync,
    verifyToken,
    renewVerifyToken,
  });
  const media = wireMedia(kernel, channel, { imageLimits });
  const templates = wireTemplates(kernel, channel, {
    sendFromInbox: (...send) => outbound.sendFromInbox(...send),
  });
  const inbound = wireInbound(kernel, channel, templates);
  const liveServers = () => servers.live();
  const outbound = wireOutbound(kernel, { channel, media, templates, liveServers });
  const broadcasts = wireBroadcasts(kernel, outbound);
  const automation = wireAutomation(kernel, outbound);
  const inbox = wireInbox(kernel, { channel, media, outbound }, { wakeJobs });
  const contactFiles = wireContactFiles(kernel, { wakeJobs });
  const contactsPage = wireContactsPage(kernel, { wakeJobs });
  const assignment = wireAssignment(kernel);
  const insights = wireInsights(kernel, responseRulesOf);
  const { mailAdmins, jobs: mailJobs } = wireMail(kernel);
  const { unassignMember } = inbox;
  const access = wireAccess(kernel, channel, { launcher, unassignMember, mailAdmins });
  const webhooks = wireWebhooks(kernel, { wakeJobs, mailAdmins });
  const inference = wireInference(kernel, { mailAdmins });
  const assist = registerAssist(kernel);
  const retrieval = registerRetrieval(kernel, createEmbedTexts(kernel.background.resources));
  const afterHours = wireAfterHours(kernel, {
    learnedReplies: retrieval.learnedReplies,
    wakeSender: () => outbound.wakeSender(),
  });
  const assistant = wireAssist(kernel, retrieval);
  const rehearsal = wireRehearsal(kernel, testPlatform, { wakeJobs });
  const replay = wireReplay(kernel, { wakeJobs, pastDrafts: assistant.pastDrafts });
  const auditLog = registerAuditLog();
  const requestLog = registerRequestLog(kernel);
  const savedViews = registerSavedViews();
  const savedReplies = registerSavedReplies();
  const jobWorker = createJobWorker(kernel.background.database, logger, kernel.metrics, [
    ...inbox.jobs,
    ...channel.jobs,
    ...webhooks.jobs,
    ...contactFiles.jobs,
    ...contactsPage.jobs,
    ...mailJobs,
    ...replay.jobs,
    kernel.relay.job,
  ]);

  const { metrics, redis, limits, overload, bodies, realtime, relay, keyring, once, checkHost } = kernel;
  // Under the limits of a probe: while the database hangs, a scrape does not wait for each of the queues.
  const probed = kernel.background.database.withLimits(PROBE_LIMITS);
  metrics.gauges(
    'switchboard_queue_oldest_seconds',
    'How long the oldest work has waited that could be done, by queue',
    'queue',
    countSeldom(() => queueAges(probed)),
  );
  metrics.gauges(
    'switchboard_failing',
    'Workspaces, files, jobs and endpoints that are tried again and again in vain',
    'what',
    countSeldom(() => failingCounts(probed)),
  );
  const parts = [
    access,
    inbound,
    media,
    inbox,
    webhooks,
    inference,
    contactFiles,
    contactsPage,
    broadcasts,
    automation,
    insights,
    requestLog,
    assist,
    retrieval,
    afterHours,
    assistant,
    rehearsal,
    replay,
  ];
  const housekeeping = createHousekeeping({
    steps: [
      ...parts.flatMap((part) => part.retention),
      eventRetention(kernel.background.database),
      idempotencyKeyRetention(kernel.background.database),
      jobRetention(kernel.background.database),
    ],
    logger,
    metrics,
    clock: kernel.resources.clock,
  });
  const isDatabaseReady = createReadiness(database);
  const servers = createServers({
    db: kernel.background.database,
    clock: kernel.resources.clock,
    ...{ logger, metrics, config },
    reclaim: (leaseTag) => reclaimOf(kernel.background.database, leaseTag),
  });
  return {
    config,
    logger,
    metrics,
    servers,
    database,
    redis,
    limits,
    overload,
    bodies,
    realtime,
    relay,
    checkHost,
    usage: access.usage,
    requestLog: requestLog.log,
    waiters: outbound.waiters,
    graphHttp: channel.graphHttp,
    webhooks,
    keyring,
    once,
    resources: kernel.resources,
    /** For the command line and tests: connects a workspace with its account. */
    saveCredentials: channel.saveCredentials,
    /** For the command line and tests: the operator's context in a workspace. */
    contextFor: (scope: TenantScope) => operatorContext(kernel.resources, scope),
    housekeeping,
    mediaTransfer: media.transfer,
    images: media.images,
    workers: [
      // First, so that it soon detects a clock step from before the start.
      createClockWatch(database, logger, metrics, STORED_TIMES),
      ...inbound.workers,
      ...outbound.workers,
      jobWorker,
      ...media.workers,
      ...templates.workers,
      ...webhooks.workers,
      ...channel.workers,
      ...inbox.workers,
      outbound.scheduleWorker,
      ...assignment.workers,
      ...broadcasts.workers,
      ...insights.workers,
      ...automation.workers,
      ...access.workers,
      ...inference.workers,
      ...retrieval.workers,
      ...afterHours.workers,
      ...assistant.workers,
      ...rehearsal.workers,
    ],
    services: {
      seedDemo: access.seedDemo,
    },
    features: {
      publicRoutes: {
        ...inbox.publicRoutes,
        ...templates.publicRoutes,
        ...media.publicRoutes,
        ...broadcasts.publicRoutes,
        ...insights.publicRoutes,
        ...webhooks.publicRoutes,
        ...access.publicRoutes,
      },
      dashboardRoutes: {
        ...access.dashboardRoutes,
        ...inbox.dashboardRoutes,
        ...assignment.dashboardRoutes,
        ...broadcasts.dashboardRoutes,
        ...insights.dashboardRoutes,
        ...automation.dashboardRoutes,
        ...contactFiles.dashboardRoutes,
        ...contactsPage.dashboardRoutes,
        ...media.dashboardRoutes,
        ...inference.dashboardRoutes,
        ...inbound.dashboardRoutes,
        assist: assist.routes,
        assistRetrieval: retrieval.routes,
        ...afterHours.dashboardRoutes,
        ...assistant.dashboardRoutes,
        ...rehearsal.dashboardRoutes,
        ...replay.dashboardRoutes,
        events: eventsRoutes(),
        auditLog: auditLog.routes,
        requestLog: requestLog.routes,
        savedViews: savedViews.routes,
        savedReplies: savedReplies.routes,
        ...templates.dashboardRoutes,
        ...channel.dashboardRoutes,
        ...webhooks.dashboardRoutes,
      },
      authenticateKey: access.authenticateKey,
      authenticateSession: (token: string) => authenticateSession(kernel.resources, token),
    },
    /** Returns the route on which the dashboard asks the model for texts. */
    assistTexts: assistant.textRouter,
    media: media.routerParts,
    downloadsRouter: contactFiles.downloads,
    callback: inbound.callback,
    dashboardFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
    docsFolders: {
      reference: fileURLToPath(new URL('../reference', import.meta.url)),
      client: fileURLToPath(new URL('../client', import.meta.url)),
    },
    /** Returns why the server cannot serve; null when it can. */
    notReady: async () => servers.problem() ?? (await isDatabaseReady()),
  };
}
