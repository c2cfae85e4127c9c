import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { OperatorError } from '../db/local-mariadb/index.ts';
import { createLogger } from '../kernel/logging/logger.ts';
import { lowerSessionPriority } from '../kernel/priority.ts';
import { stopOnSignals } from '../kernel/shutdown/graceful.ts';
import { stopWithParent } from '../launcher/parent-watch.ts';
import { createInference } from './create-inference.ts';

const POOL_SIZE = 6;
/** What a stop needs besides its drain; the launcher waits less than this for the endpoint. */
const END_MS = 6_000;
/** The niceness of all that this process starts, beside the API server and the database. */
const SESSION_NICE = 10;

/** Runs the inference endpoint as a separate process. Only the API server migrates the database schema. */
async function main(): Promise<void> {
  lowerSessionPriority(SESSION_NICE);
  const config = readConfig();
  const { databaseUrl, secretKey } = config;
  if (!databaseUrl || !secretKey) {
    throw new ConfigError(
      "The model's endpoint needs DATABASE_URL and SECRET_KEY. `npm start` gives it what the API server has.",
    );
  }
  const logger = createLogger(config.logLevel);
  const database = openDatabase(databaseUrl, { poolSize: POOL_SIZE });
  const inference = createInference({
    config: { ...config, secretKey },
    database,
    logger,
    // The folder of `npm run models:pull`, relative to dist/server.
    otherFolders: [fileURLToPath(new URL('../../models', import.meta.url))],
  });
  const stop = stopOnSignals(logger, config.drainDelayMs + config.inferenceDrainMs + END_MS, async () => {
    await inference.close();
    await database.close();
  });
  stopWithParent(stop);
  const port = await inference.listen();
  logger.info({ host: config.host, port }, 'the inference endpoint is ready');
}

main().catch((error) => {
  const isForOperator = error instanceof ConfigError || error instanceof OperatorError;
  process.stderr.write(`${isForOperator ? error.message : error?.stack}\n`);
  process.exit(1);
});
