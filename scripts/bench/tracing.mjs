// What tracing costs: the processor time of a request with spans beside one without, of the built server. Elapsed time would
// depend on the machine and on what else it does.
import { execFileSync, fork } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort, OWNER, processorMs, waitUntilReady, withDatabase } from './processes.mjs';
import { median, record, slug } from './results.mjs';

const AT_ONCE = 8;
const SECRET_KEY = 'a benchmark secret of more than 32 characters';
const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));

/** Runs the benchmark, on Linux. `--rounds 5` and `--requests 1000` (of each kind in a round) change its size. */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      requests: { type: 'string', default: '1000' },
    },
  });
  const [rounds, requests] = [values.rounds, values.requests].map(Number);
  await withDatabase({}, async ({ url, dataDir }) => {
    const environment = {
      ...process.env,
      ...{ DATABASE_URL: url, SECRET_KEY, DATA_DIR: join(dataDir, 'files'), GRAPH_URL: 'http://127.0.0.1:9' },
      ...{ LOG_LEVEL: 'error', DRAIN_DELAY_SECONDS: '0' },
      ...{ RATE_LIMIT_KEY_PER_MINUTE: '1000000000', RATE_LIMIT_TENANT_PER_MINUTE: '1000000000' },
    };
    const key = makeKey(environment);
    const collector = await startCollector();
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const servers = {
      off: await startServer(environment, key),
      'a share of 0.05': await startServer(
        { ...environment, ...traced, OTEL_TRACES_SAMPLER_ARG: '0.05' },
        key,
      ),
      'every request': await startServer({ ...environment, ...traced }, key),
    };
    try {
      for (const [kind, ask] of Object.entries(KINDS))
        await measure(kind, ask, servers, { rounds, requests });
      console.log(`the collector got ${collector.requests()} exports`);
    } finally {
      for (const { child } of Object.values(servers)) child.kill('SIGTERM');
      collector.close();
    }
  });
}

let made = 0;
const KINDS = {
  'GET /contacts': ({ base, headers }) => fetch(`${base}/contacts?limit=10`, { headers }),
  'POST /contacts': ({ base, headers }) => {
    made += 1;
    const phone = `+1555${String(1_000_000 + made)}`;
    return fetch(`${base}/contacts`, { method: 'POST', headers, body: JSON.stringify({ phone }) });
  },
};

/** Lets the servers take turns with one kind of request, and prints the processor time of each beside the first one. */
async function measure(kind, ask, servers, { rounds, requests }) {
  const times = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
  // The first round compiles the code.
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, server] of Object.entries(servers)) {
      const before = processorMs(server.child.pid);
      await askMany(server, ask, requests);
      if (round >= 0) times[name].push((processorMs(server.child.pid) - before) / requests);
    }
  }
  const { off } = times;
  for (const [name, list] of Object.entries(times)) {
    const ratios = list.map((ms, round) => ms / off[round]);
    console.log(
      `${kind}, tracing ${name}: ${median(list).toFixed(3)} ms of processor time, × ${median(ratios).toFixed(2)}`,
    );
    record({
      ...{ id: `tracing/${slug(kind)}/${slug(name)}`, name: `${kind}, tracing ${name}`, unit: 'ms' },
      ...{ ours: median(list), floor: median(off), ratio: median(ratios), rounds: ratios },
    });
  }
}

async function askMany(server, ask, requests) {
  let left = requests;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await ask(server);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the server returned ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Creates a workspace and returns a key of it. */
function makeKey(env) {
  const admin = (...words) =>
    JSON.parse(
      execFileSync(process.execPath, [join(dist, 'admin.js'), ...words, '--json'], { encoding: 'utf8', env }),
    );
  const owner = ['--owner-email', OWNER.email, '--owner-password', OWNER.password];
  const { tenantId } = admin('tenant', 'create', '--name', 'bench', ...owner);
  return admin('key', 'create', '--tenant', tenantId, '--name', 'bench').key;
}

async function startServer(environment, key) {
  const port = await freePort();
  const child = fork(join(dist, 'main.js'), [], {
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const base = `http://127.0.0.1:${port}/api/v1`;
  await waitUntilReady({ url: `http://127.0.0.1:${port}/healthz`, headers: {} });
  return { child, base, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } };
}

/** Starts a collector that takes everything. */
async function startCollector() {
  let requests = 0;
  const server = createServer((req, res) => {
    requests += 1;
    req.resume().on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests: () => requests,
    close: () => server.close(),
  };
}
