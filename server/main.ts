import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type Container, createContainer } from './container.ts';
import { openDatabase } from './db/database.ts';
import { OperatorError } from './db/local-mariadb/index.ts';
import { migrate } from './db/migrate.ts';
import { hasPlainRemoteDatabase, requireDatabase } from './db/require-database.ts';
import { prepareSetupCode } from './flows/access/setup-code.ts';
import { requireDatabaseKey } from './kernel/crypto/secret-key-check.sql.ts';
import { createHttpServer } from './kernel/http/http-server.ts';
import { limitConnections } from './kernel/http/protection/connections.ts';
import { limitSlowReaders } from './kernel/http/protection/slow-readers.ts';
import { createLogger } from './kernel/logging/logger.ts';
import { removeAllServers } from './kernel/servers/servers.repository.ts';
import { closable } from './kernel/shutdown/close-server.ts';
import { stopOnSignals } from './kernel/shutdown/graceful.ts';
import { withRequestSpans } from './kernel/tracing/http-spans.ts';
import { traceWith, tracing } from './kernel/tracing/tracing.ts';
import { runApiProcesses } from './launcher/api-processes.ts';
import { exitCodeOf } from './launcher/exit-code.ts';
import { launcherLink } from './launcher/launcher-link.ts';
import { stopWithParent } from './launcher/parent-watch.ts';
import { reclaimAll } from './queues.ts';

/** What a stop needs after its last request: to store what was counted, and to leave the list of servers. */
const LAST_STEPS_MS = 2_000;

/** The API server: config → container → migrate → listen → workers. Stops in the reverse order. */
async function main(): Promise<void> {
  const config = requireServerConfig(readConfig());
  await requireDatabase(config.databaseUrl);
  const logger = createLogger(config.logLevel);
  if (config.workers > 1 && config.apiProcess === null) {
    await prepareForProcesses(config);
    return runApiProcesses({ count: config.workers, drainLimitMs: config.drainLimitMs, logger });
  }
  const launcher = launcherLink(config);
  if (config.tracing) {
    const { openTracing } = await import('./kernel/tracing/open-tracing.ts');
    traceWith(openTracing(config.tracing, logger));
  }
  const container = createContainer({ config, logger, launcher });
  const server = createHttpServer(withRequestSpans(buildApp(container)));
  limitConnections(server, {
    max: config.maxConnections,
    hasProxy: config.trustProxy.length > 0,
    onRefused: container.metrics.connectionRefused,
  });
  const close = closable(server);
  limitSlowReaders(server, {
    windowMs: 60_000,
    bytesPerSecond: 1_000,
    onDropped: container.metrics.slowReaderDropped,
  });
  container.redis?.start();
  container.realtime.attach(server);

  const migrated = await migrate(container.database);
  if (migrated.length > 0) logger.info({ migrated }, 'database migrated');
  await requireDatabaseKey(container.database, container.keyring);
  // No other server uses the embedded database: every lease belongs to a process that has ended.
  if (config.embeddedDatabase) await reclaimAll(container.database);

  await prepareSetup(container, launcher !== null);

  let isStopping = false;
  const stop = stopOnSignals(logger, config.drainLimitMs, async () => {
    isStopping = true;
    // First `/readyz`, so that a balancer sends new requests elsewhere before the port closes.
    container.servers.announceStop();
    if (config.drainDelayMs > 0) await sleep(config.drainDelayMs);
    const closed = close(config.drainLimitMs - config.drainDelayMs - LAST_STEPS_MS);
    const swept = container.housekeeping.stop();
    container.waiters.release();
    await container.realtime.close();
    await Promise.all(container.workers.map((worker) => worker.stop()));
    await swept;
    await closed;
    await container.relay.stop();
    await container.usage.stop();
    await container.requestLog.flush();
    await container.images.close();
    await container.mediaTransfer.close();
    await container.graphHttp.close();
    await container.webhooks.close();
    await container.servers.stop().catch(() => undefined);
    container.redis?.stop();
    await container.database.close();
    await tracing()?.close();
  });
  stopWithParent(stop);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  await container.servers.start(port);
  if (isStopping) return;
  // Only now: a process that cannot start, because its port is taken or the database refuses it, must not end with messages
  // that it is sending.
  container.relay.start();
  for (const worker of container.workers) worker.start();
  container.housekeeping.start();
  if (hasPlainRemoteDatabase(config.databaseUrl))
    logger.warn(
      'the connection to the database is not encrypted: add ?ssl=true to DATABASE_URL (docs/operators.md)',
    );
  logger.info({ host: config.host, port }, 'ready');
}

/** Does once what only the first process of several may do: no other process uses the database yet. */
async function prepareForProcesses({
  databaseUrl,
  embeddedDatabase,
}: ReturnType<typeof requireServerConfig>) {
  const database = openDatabase(databaseUrl);
  try {
    await migrate(database);
    if (!embeddedDatabase) return;
    await reclaimAll(database);
    await removeAllServers(database);
  } finally {
    await database.close();
  }
}

/** Creates the setup code. The launcher prints it; without a launcher, a log line names its file. */
async function prepareSetup({ config, resources, logger }: Container, hasLauncher: boolean): Promise<void> {
  try {
    const file = await prepareSetupCode(resources.db, config.dataDir);
    if (file === null || hasLauncher) return;
    logger.info(
      { file },
      'no workspace yet; creating one from another machine requires the setup code in this file',
    );
  } catch (error) {
    const hint = 'create the first workspace from this machine or with `admin tenant create`';
    logger.warn({ err: error, hint }, 'failed to write the setup code file');
  }
}

function requireServerConfig(config: Config) {
  const { databaseUrl, secretKey } = config;
  if (!databaseUrl || !secretKey) {
    throw new ConfigError(
      'The API server needs DATABASE_URL and SECRET_KEY. `npm start` gives it a database of its own.',
    );
  }
  return { ...config, databaseUrl, secretKey };
}

main().catch((error) => {
  const isForOperator = error instanceof ConfigError || error instanceof OperatorError;
  process.stderr.write(`${isForOperator ? error.message : error?.stack}\n`);
  process.exit(exitCodeOf(error));
});
