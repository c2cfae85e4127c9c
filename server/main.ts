import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createContainer } from './container.ts';
import { OperatorError } from './db/local-mariadb/index.ts';
import { migrate } from './db/migrate.ts';
import { requireDatabase } from './db/require-database.ts';
import { startHousekeeping } from './flows/housekeeping.ts';
import { createHttpServer } from './kernel/http/http-server.ts';
import { reclaimLeases } from './kernel/jobs/claim.ts';
import { createLogger } from './kernel/logging/logger.ts';
import { closeServer } from './kernel/shutdown/close-server.ts';
import { stopOnSignals } from './kernel/shutdown/graceful.ts';
import { launcherLink } from './launcher/launcher-link.ts';
import { stopWithParent } from './launcher/parent-watch.ts';

/** The API server: config → container → migrate → listen → work, and back in the opposite order. */
async function main(): Promise<void> {
  const config = requireServerConfig(readConfig());
  await requireDatabase(config.databaseUrl);
  const logger = createLogger(config.logLevel);
  const container = createContainer({ config, logger, launcher: launcherLink() });
  const server = createHttpServer(buildApp(container));
  server.requestTimeout = 30_000;
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 70_000;
  container.redis?.start();
  container.realtime.attach(server);

  const migrated = await migrate(container.database);
  if (migrated.length > 0) logger.info({ migrated }, 'database migrated');
  // The embedded database has no other server: whatever is leased was held by one that is dead.
  if (config.embeddedDatabase) await reclaimLeases(container.database);

  container.relay.start();
  for (const worker of container.workers) worker.start();
  const housekeeping = startHousekeeping(container.database, logger);

  const stop = stopOnSignals(logger, async () => {
    const closed = closeServer(server);
    housekeeping.stop();
    container.waiters.release();
    await container.realtime.close();
    await Promise.all(container.workers.map((worker) => worker.stop()));
    await closed;
    await container.relay.stop();
    await container.usage.stop();
    await container.graphHttp.close();
    container.redis?.stop();
    await container.database.close();
  });
  stopWithParent(stop);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  logger.info({ host: config.host, port }, 'ready');
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
  process.exit(1);
});
