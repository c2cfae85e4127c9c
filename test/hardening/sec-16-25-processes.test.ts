import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearer, call } from '../helpers/test-server.ts';
import { launch, makeDataDir, pidOf, until } from '../launcher/launcher-process.ts';

const run = promisify(execFile);
const built = (name: string) => join(process.cwd(), 'dist/server', `${name}.js`);
/** The real processes, in place of the stand-ins of other tests. */
const REAL = {
  apiEntry: built('main'),
  inferenceEntry: built('inference'),
  sandboxEntry: built('sandbox'),
  adminEntry: built('admin'),
};
const OLD = 'the first secret key of this server: long enough';
const NEW = 'the second secret key of this server: long enough';
const PASSWORD = 'correct horse battery';
const APP_SECRET = '0123456789abcdef0123456789abcdef';
const SECRETS = {
  METRICS_TOKEN: 'marker of the metrics token',
  INFERENCE_UPSTREAM_KEY: 'marker of the upstream',
};

/** Receives webhooks and keeps them. */
const received: { id: string; signature: string; timestamp: string; body: string }[] = [];
const receiver = createServer(async (req, res) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  const header = (name: string) => String(req.headers[name] ?? '');
  const [id, signature, timestamp] = [
    header('webhook-id'),
    header('webhook-signature'),
    header('webhook-timestamp'),
  ];
  received.push({ id, signature, timestamp, body });
  res.end();
});
let receiverUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

/** Starts the server with real processes, and returns how to talk to it and to its command line. */
async function start(dataDir: string, keys: Record<string, string>) {
  const environment = {
    ...SECRETS,
    ...keys,
    NODE_ENV: 'test',
    MODEL_PLACEHOLDER: '1',
    SANDBOX_ENABLED: '1',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    RATE_LIMIT_LOGIN_PER_MINUTE: '1000',
  };
  const launcher = launch({ dataDir, environment, options: REAL });
  const url = await launcher.ready();
  const model = /model's endpoint: (\S+)/;
  await until('the address of the model is printed', () => model.test(launcher.output()));
  const modelUrl = model.exec(launcher.output())?.[1] ?? '';
  const root = modelUrl.replace(/\/v1$/, '');
  const isLoaded = () =>
    call(`${root}/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until('the model is loaded', isLoaded, 60_000);
  return {
    url,
    modelUrl,
    admin: async (...words: string[]) => {
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment };
      const { stdout } = await run(process.execPath, [REAL.adminEntry, ...words, '--json'], { env });
      return JSON.parse(stdout);
    },
    signIn: async () => {
      const body = { email: 'ann@example.test', password: PASSWORD };
      const answer = await call(`${url}/api/dashboard/session`, { method: 'POST', body });
      return String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
    },
    stop: async () => {
      launcher.kill('SIGTERM');
      expect(await launcher.exit()).toBe(0);
    },
  };
}
type Running = Awaited<ReturnType<typeof start>>;

interface Made {
  tenantId: string;
  apiKey: string;
  modelKey: string;
  endpoint: { id: string; secret: string };
}

/** Creates one of everything that depends on the secret key. */
async function makeAll({ admin }: Running): Promise<Made> {
  const owner = ['--owner-email', 'ann@example.test', '--owner-password', PASSWORD];
  const { tenantId } = await admin('tenant', 'create', '--name', 'Acme', ...owner);
  const of = ['--tenant', tenantId, '--name', 'program'];
  const ids = ['--app-id', '1', '--waba-id', '2', '--phone-number-id', '3'];
  const secrets = ['--app-secret', APP_SECRET, '--access-token', 'EAAG0123456789abcdef'];
  await admin('cloud-api', 'set', '--tenant', tenantId, ...ids, ...secrets, '--no-verify');
  return {
    tenantId,
    apiKey: (await admin('key', 'create', ...of)).key,
    modelKey: (await admin('inference-key', 'create', ...of)).key,
    endpoint: await admin('webhook', 'create', '--tenant', tenantId, '--url', receiverUrl),
  };
}

const modelsWith = async ({ modelUrl }: Running, key: string) =>
  (await call(`${modelUrl}/models`, { headers: bearer(key) })).status;
const contactsWith = async ({ url }: Running, key: string) =>
  (await call(`${url}/api/v1/contacts`, { headers: bearer(key) })).status;
const sessionOf = async ({ url }: Running, cookie: string) =>
  (await call(`${url}/api/dashboard/session`, { headers: { cookie } })).status;

/** Sends a callback that is signed with the secret of the app. */
async function callback({ url }: Running, { tenantId }: Made): Promise<number> {
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
  const signature = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`;
  const headers = { 'x-hub-signature-256': signature };
  return (await call(`${url}/api/v1/webhook/${tenantId}`, { method: 'POST', body, headers })).status;
}

/** Returns whether a webhook arrives that is signed with the secret of the endpoint. */
async function webhook({ url }: Running, { endpoint }: Made, cookie: string): Promise<boolean> {
  received.length = 0;
  const address = `${url}/api/dashboard/webhook-endpoints/${endpoint.id}/test`;
  expect((await call(address, { method: 'POST', body: {}, headers: { cookie } })).status).toBe(201);
  await until('the webhook arrives', () => received.length > 0);
  const [{ id, signature, timestamp, body } = { id: '', signature: '', timestamp: '', body: '' }] = received;
  const secret = Buffer.from(endpoint.secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return signature.split(' ').includes(`v1,${expected}`);
}

/** Returns the children of a process that run a file. */
const childrenOf = (parent: number, entry: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) /);
        return (
          rest.split(' ')[1] === `${parent}` && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(entry)
        );
      } catch {
        return false;
      }
    })
    .map(Number);

/** Checks which processes know which variables. */
function checkEnvironments(dataDir: string, inDatabaseUrl: string): void {
  const inference = pidOf(dataDir, 'inference');
  const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8');
  const children = {
    engine: childrenOf(inference, 'inference-engine')[0],
    telemetry: childrenOf(inference, 'inference-host')[0],
    sandbox: pidOf(dataDir, 'sandbox'),
    watchdog: pidOf(dataDir, 'watchdog'),
    mariadbd: pidOf(dataDir, 'mariadbd'),
  };
  for (const [name, pid] of Object.entries(children)) {
    const environment = environmentOf(pid ?? 0);
    expect(environment, name).toContain('PATH=');
    for (const secret of [OLD, inDatabaseUrl, ...Object.values(SECRETS)])
      expect(environment.includes(secret), name).toBe(false);
  }
  // What the servers of ours need, they have.
  for (const name of ['api', 'inference'] as const)
    expect(environmentOf(pidOf(dataDir, name))).toContain(OLD);
}

it('SEC-16, SEC-25: rotation keeps all keys and credentials, and only our servers see secrets', async () => {
  const dataDir = makeDataDir();
  const first = await start(dataDir, { SECRET_KEY: OLD });
  const made = await makeAll(first);
  if (process.platform === 'linux')
    checkEnvironments(dataDir, readFileSync(join(dataDir, 'mariadb-password'), 'utf8').trim());
  const cookie = await first.signIn();
  expect(await sessionOf(first, cookie)).toBe(200);
  expect([await contactsWith(first, made.apiKey), await modelsWith(first, made.modelKey)]).toEqual([
    200, 200,
  ]);
  expect([await callback(first, made), await webhook(first, made, cookie)]).toEqual([200, true]);
  await first.stop();

  const second = await start(dataDir, { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
  expect([await contactsWith(second, made.apiKey), await modelsWith(second, made.modelKey)]).toEqual([
    200, 200,
  ]);
  // As documented: people sign in again.
  expect(await sessionOf(second, cookie)).toBe(401);
  expect(await callback(second, made)).toBe(200);
  expect(await webhook(second, made, await second.signIn())).toBe(true);
  const fresh = await second.admin('inference-key', 'create', '--tenant', made.tenantId, '--name', 'later');
  const rotated = await second.admin('secret-key', 'rotate');
  expect(rotated.rotated).toBeGreaterThanOrEqual(3);
  expect(rotated.unreadable).toBe(0);
  expect(await second.admin('secret-key', 'rotate')).toMatchObject({ rotated: 0, unreadable: 0 });
  await second.stop();

  const third = await start(dataDir, { SECRET_KEY: NEW });
  expect(await callback(third, made)).toBe(200);
  expect(await webhook(third, made, await third.signIn())).toBe(true);
  // Keys cannot be moved: those of the forgotten secret no longer work, newer ones do.
  expect([await contactsWith(third, made.apiKey), await modelsWith(third, made.modelKey)]).toEqual([
    401, 401,
  ]);
  expect(await modelsWith(third, fresh.key)).toBe(200);
  await third.stop();
}, 480_000);
