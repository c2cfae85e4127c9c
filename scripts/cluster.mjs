// `npm run cluster`: several API servers on this machine, behind a balancer, with Redis, until Ctrl-C.
// `npm run cluster -- restart` restarts the servers of a running cluster one after the other.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureGalera, galeraFolder } from './setup/galera.mjs';
import { requireHaproxy } from './setup/haproxy.mjs';
import { SetupError } from './setup/progress.mjs';
import { requireRedis } from './setup/redis.mjs';
import { setupOrExit } from './setup.mjs';

const HELP = `npm run cluster -- [options]

  --servers <number>   how many API servers (default: 3)
  --galera             with three database nodes of their own (MariaDB Galera), which the servers use in turn
  --demo               with the sandbox platform and a filled workspace, as npm run demo
  restart              restarts the servers of the running cluster, one after the other

They use DATA_DIR and the other settings of npm start: its database (or DATABASE_URL), its files (or the bucket of S3_*),
and a Redis of their own (or REDIS_URL). The balancer listens on PORT. The data of --galera is in DATA_DIR/galera.`;

const isUnderNpm = Boolean(process.env.npm_lifecycle_event);

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exit(1);
}

async function main(args) {
  const { values, positionals } = readArguments(args);
  if (values.help) return say(HELP, 0);
  if (positionals[0] === 'restart') return restartRunning();
  if (positionals.length > 0) return say(`There is no command "${positionals[0]}".\n\n${HELP}`, 1);
  const servers = Number(values.servers);
  if (!Number.isInteger(servers) || servers < 2 || servers > 16)
    return say('--servers must be a whole number from 2 to 16.', 1);
  const cluster = {
    servers,
    haproxy: requireHaproxy(),
    haproxyConfig: readFileSync(new URL('../deploy/haproxy.cfg', import.meta.url), 'utf8'),
    redis: requireRedis('Several API servers need Redis.'),
    ...(values.galera ? { startDatabases: await prepareGalera() } : {}),
  };
  await setupOrExit();
  const { runLauncher } = await import('../dist/server/launcher.js');
  return runLauncher({ demo: values.demo, isUnderNpm, cluster });
}

/** Returns the function that starts the database nodes. Fails before anything has started where Galera cannot be had. */
async function prepareGalera() {
  if (process.env.DATABASE_URL)
    throw new SetupError('--galera starts database nodes of its own: run it without DATABASE_URL.');
  const programs = await ensureGalera(galeraFolder);
  return async ({ folder, say, signal }) => {
    const { startGaleraCluster } = await import('./galera/cluster.mjs');
    const { nodes, stop } = await startGaleraCluster({ folder, programs, restarts: true, say, signal });
    return { urls: nodes.map(({ url }) => url), stop };
  };
}

function readArguments(args) {
  const options = {
    servers: { type: 'string', default: '3' },
    demo: { type: 'boolean', default: false },
    galera: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${HELP}`);
  }
}

async function restartRunning() {
  await setupOrExit();
  const { requestClusterRestart } = await import('../dist/server/launcher.js');
  if (!requestClusterRestart()) return say('No cluster runs on this DATA_DIR. Start one: npm run cluster', 1);
  return say(
    'The servers restart one after the other. The terminal of npm run cluster shows when they are done.',
    0,
  );
}

function say(text, code) {
  console.log(text);
  return code;
}
