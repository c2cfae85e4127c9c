import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrationStatus } from './db/migrate.ts';
import type { Launcher } from './flows/first-run.ts';
import { createJobWorker } from './kernel/jobs/queue.ts';
import type { Logger } from './kernel/logging/logger.ts';
import { wireAccess } from './wiring/access.ts';
import { wireChannel } from './wiring/channel.ts';
import { wireInbound } from './wiring/inbound.ts';
import { wireInbox } from './wiring/inbox.ts';
import { wireInference } from './wiring/inference.ts';
import { wireKernel } from './wiring/kernel.ts';
import { wireMedia } from './wiring/media.ts';
import { wireOutbound } from './wiring/outbound.ts';
import { wireRecords } from './wiring/records.ts';
import { wireTemplates } from './wiring/templates.ts';
import { wireWebhooks } from './wiring/webhooks.ts';

export type Container = ReturnType<typeof createContainer>;

export interface ContainerOptions {
  config: Config & { databaseUrl: string; secretKey: string };
  logger: Logger;
  /** Tests pass their own, with the SQL tripwire on it. */
  database?: Database;
  /** Null when this process was started by hand. */
  launcher?: Launcher | null;
}

/**
 * Builds everything once, by hand. Nothing starts here. Who gets what is written in `wiring/`, one idea a
 * file; here the parts are made in the order in which they need each other (decision 0096).
 */
export function createContainer({
  config,
  logger,
  database = openDatabase(config.databaseUrl),
  launcher = null,
}: ContainerOptions) {
  // What an earlier part calls of a later one, once all are there.
  const wakeJobs = () => jobWorker.wake();

  const kernel = wireKernel({
    config,
    logger,
    database,
    redeem: (ticket) => access.services.sessions.redeem(ticket),
    fanOut: (scope, events) => webhooks.fanOut(scope, events),
  });
  const channel = wireChannel(kernel, { wakeSender: () => outbound.wakeSender() });
  const media = wireMedia(kernel, channel);
  const templates = wireTemplates(kernel, channel, {
    sendFromInbox: (...send) => outbound.sendMessage.fromInbox(...send),
  });
  const inbound = wireInbound(kernel, channel, templates);
  const outbound = wireOutbound(kernel, { channel, media, templates, inbound });
  const inbox = wireInbox(kernel, { channel, media, outbound }, { wakeJobs });
  const access = wireAccess(kernel, channel, { launcher });
  const webhooks = wireWebhooks(kernel, { confirmPassword: access.confirmPassword, wakeJobs });
  const inference = wireInference(kernel);
  const records = wireRecords(kernel);
  const jobWorker = createJobWorker(database, logger, [...inbox.jobs, ...channel.jobs, ...webhooks.jobs]);

  const { metrics, redis, limits, realtime, relay, keyring, once } = kernel;
  return {
    config,
    logger,
    metrics,
    database,
    redis,
    limits,
    realtime,
    relay,
    usage: access.usage,
    waiters: outbound.waiters,
    graphHttp: channel.graphHttp,
    webhooks,
    keyring,
    once,
    mediaFiles: media.files,
    mediaTransfer: media.transfer,
    workers: [
      ...inbound.workers,
      ...outbound.workers,
      jobWorker,
      ...media.workers,
      ...templates.workers,
      ...webhooks.workers,
      ...channel.workers,
    ],
    services: {
      ...access.services,
      settings: channel.settings,
      inferenceKeys: inference.keys,
      webhookEndpoints: webhooks.endpoints.service,
    },
    features: {
      publicRoutes: { ...inbox.publicRoutes, ...templates.publicRoutes, ...media.publicRoutes },
      dashboardRoutes: {
        ...access.dashboardRoutes,
        ...inbox.dashboardRoutes,
        ...media.dashboardRoutes,
        ...inference.dashboardRoutes,
        ...inbound.dashboardRoutes,
        ...records.dashboardRoutes,
        ...templates.dashboardRoutes,
        ...channel.dashboardRoutes,
        ...webhooks.dashboardRoutes,
      },
      playground: inference.playground,
      authenticateKey: access.services.apiKeys.authenticate,
      authenticateSession: access.services.sessions.authenticate,
    },
    media: media.door,
    callback: inbound.door,
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
