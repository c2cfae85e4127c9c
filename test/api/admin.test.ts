import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminOutcome, runAdmin } from '../../server/admin/run-admin.ts';
import { readConfig } from '../../server/config.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';
import { bearer, call, signIn, startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
let platform: TestPlatform;
let empty: TestDatabase;
const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-admin-'));

beforeAll(async () => {
  [platform, empty] = await Promise.all([startPlatform(), createTestDatabase()]);
  server = await startTestServer({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1', DATA_DIR: dataDir });
});
afterAll(async () => {
  await Promise.all([server.stop(), platform.stop(), empty.drop()]);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs a command beside the running server, as `npm run -s admin` would. */
function admin(
  line: string | string[],
  env: Record<string, string> = {},
  typed: string[] = [],
): Promise<AdminOutcome> {
  const { databaseUrl, secretKey } = server.container.config;
  const config = readConfig({
    GRAPH_URL: platform.url,
    SANDBOX_ENABLED: '1',
    DATA_DIR: dataDir,
    PUBLIC_URL: server.url,
    ...env,
  });
  const argv = typeof line === 'string' ? line.split(' ').filter(Boolean) : line;
  return runAdmin(argv, {
    config,
    readLine: async () => typed.shift() ?? null,
    withRuntime: (use) => use({ databaseUrl: env.DATABASE_URL ?? databaseUrl, secretKey }),
  });
}

/** The one JSON object that a command printed. */
async function ok(line: string | string[]) {
  const { exitCode, output } = await admin(line);
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  expect(output.trim().split('\n')).toHaveLength(1);
  return JSON.parse(output);
}

/** The error of a command that has to fail, as a script gets it. */
async function fails(line: string | string[], env: Record<string, string> = {}) {
  const { exitCode, output } = await admin(line, env);
  expect({ exitCode, output }).toMatchObject({ exitCode: 1 });
  expect(output.trim().split('\n')).toHaveLength(1);
  return JSON.parse(output).error;
}

const create = 'tenant create --owner-password 12345678 --json --name Acme --owner-email';

describe('tenant create, member add', () => {
  it('makes a workspace whose owner can sign in, and tells all that connecting it needs', async () => {
    const made = await ok(`${create} Ann@Example.com`);
    expect(Object.keys(made)).toEqual(['tenantId', 'verifyToken', 'callbackUrl', 'ownerId']);
    expect(made.callbackUrl).toBe(`${server.url}/api/v1/webhook/${made.tenantId}`);
    const query = `hub.mode=subscribe&hub.challenge=42&hub.verify_token=${made.verifyToken}`;
    expect((await call(`${made.callbackUrl}?${query}`)).body).toBe(42);
    const cookie = await signIn(server, 'ann@example.com', '12345678');
    const session = await call(`${server.url}/api/dashboard/session`, { headers: { cookie } });
    expect(session.body.user).toMatchObject({ id: made.ownerId, name: 'ann', role: 'owner' });
  });

  it('adds members of every role, and no address twice', async () => {
    const { tenantId } = await ok(`${create} boss@example.test`);
    for (const role of ['owner', 'admin', 'staff']) {
      const member = `member add --tenant ${tenantId} --email ${role}@acme.test --password 12345678 --role ${role} --json`;
      expect(await ok(member)).toMatchObject({ email: `${role}@acme.test`, role });
      expect(await fails(member)).toMatchObject({
        code: 'member_email_taken',
        details: [{ path: '--email' }],
      });
    }
  });
});

describe('tenant list, key list', () => {
  it('give what other commands ask for, and no secret', async () => {
    const { tenantId } = await ok(`${create} lister@example.test`);
    const key = await ok(`key create --tenant ${tenantId} --name ci --json`);
    const { data: tenants } = await ok('tenant list --json');
    expect(tenants.find((one: { tenantId: string }) => one.tenantId === tenantId)).toEqual({
      tenantId,
      name: 'Acme',
      isDemo: false,
      createdAt: expect.stringMatching(/Z$/),
    });
    const keys = await ok(`key list --tenant ${tenantId} --json`);
    expect(keys).toMatchObject({ data: [{ id: key.id, name: 'ci', permissions: ['all'] }] });
    expect(JSON.stringify(keys)).not.toContain(key.key);
    expect((await admin('tenant list')).output).toContain(`${tenantId}  Acme  false  `);
  });
});

describe('secrets', () => {
  it('given as - are read from standard input, a line each in the order of the help page', async () => {
    const argv = [
      'tenant',
      'create',
      '--name',
      'Acme',
      '--owner-email',
      'stdin@example.test',
      '--owner-password',
      '-',
    ];
    const made = await admin([...argv, '--json'], {}, ['a long password']);
    expect(made).toMatchObject({ exitCode: 0 });
    await signIn(server, 'stdin@example.test', 'a long password');
    const { tenantId } = JSON.parse(made.output);
    const { appId, appSecret, accessToken, wabaId, phoneNumberId } = demoAccount;
    const set = `cloud-api set --json --tenant ${tenantId} --app-id ${appId} --app-secret - --access-token - --waba-id ${wabaId} --phone-number-id ${phoneNumberId}`;
    expect(await admin(set, {}, [appSecret, accessToken])).toMatchObject({ exitCode: 0 });
    const none = await admin([...argv, '--json']);
    expect(JSON.parse(none.output).error.details).toEqual([
      { path: '--owner-password', message: expect.any(String) },
    ]);
  });
});

describe('the callback address', () => {
  const set = (env: Record<string, string>) => admin(`${create} warned@example.test`, env);
  it('is warned about when the platform cannot reach it, and only then', async () => {
    const real = { GRAPH_URL: 'https://graph.facebook.com' };
    const loopback = await set({ ...real, PUBLIC_URL: 'http://127.0.0.1:4000' });
    expect(loopback.notes).toMatch(
      /^Warning: The platform cannot reach http:\/\/127\.0\.0\.1:4000: .*PUBLIC_URL=https/,
    );
    expect(Object.keys(JSON.parse(loopback.output))).toHaveLength(4);
    const plain = await set({ ...real, PUBLIC_URL: 'http://crm.example.com' });
    expect(plain.notes).toMatch(/without https, as http:\/\/crm\.example\.com is/);
    expect((await set({ ...real, PUBLIC_URL: 'https://crm.example.com' })).notes).toBe('');
    expect((await set({ PUBLIC_URL: 'http://127.0.0.1:4000' })).notes, 'the sandbox is here too').toBe('');
  });
});

describe('key create, key revoke', () => {
  it('holds for the very next request of the running server', async () => {
    const { tenantId } = await ok(`${create} keys@example.test`);
    const made = await ok(`key create --tenant ${tenantId} --name ci --json`);
    expect(Object.keys(made)).toEqual(['id', 'key']);
    const ask = () => call(`${server.url}/api/v1/contacts`, { headers: bearer(made.key) });
    expect((await ask()).status).toBe(200);
    expect(await ok(`key revoke --tenant ${tenantId} --id ${made.id} --json`)).toEqual({
      id: made.id,
      revoked: true,
    });
    expect((await ask()).status).toBe(401);
    expect(await fails(`key revoke --tenant ${tenantId} --id ${made.id} --json`)).toMatchObject({
      code: 'api_key_not_found',
    });
  });

  it('gives the permissions of a comma-separated list, and ends at 10 keys', async () => {
    const { tenantId } = await ok(`${create} limit@example.test`);
    const key = `key create --tenant ${tenantId} --name ci --json`;
    const made = await ok(`${key} --permissions contacts:read,messages:send`);
    const headers = bearer(made.key);
    expect((await call(`${server.url}/api/v1/contacts`, { headers })).status).toBe(200);
    const body = { name: 'Ann', phone: '15550001111' };
    expect((await call(`${server.url}/api/v1/contacts`, { method: 'POST', body, headers })).status).toBe(403);
    for (let count = 1; count < 10; count += 1) await ok(key);
    expect(await fails(key)).toMatchObject({ code: 'key_limit_reached' });
  });
});

describe('cloud-api set', () => {
  const { appId, appSecret, accessToken, wabaId, phoneNumberId } = demoAccount;
  const good: Record<string, string> = { appId, appSecret, accessToken, wabaId, phoneNumberId };
  let tenantId = '';
  beforeAll(async () => {
    tenantId = (await ok(`${create} channel@example.test`)).tenantId;
  });
  const set = (change: Record<string, string>) => {
    const given = Object.entries({ ...good, ...change });
    return [
      ...['cloud-api', 'set', '--json', '--tenant', tenantId],
      ...given.flatMap(([field, value]) => [
        `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        value,
      ]),
    ];
  };

  it.each([
    ['accessToken', '--access-token', 'wrong'],
    ['appSecret', '--app-secret', 'wrong'],
    ['phoneNumberId', '--phone-number-id', '800000000000009'],
    ['wabaId', '--waba-id', '900000000000009'],
  ])('asks the platform, and says that the %s is wrong', async (field, flag, value) => {
    expect(await fails(set({ [field]: value }))).toMatchObject({
      code: 'validation_failed',
      details: [{ path: flag }],
    });
  });

  it('stores what the platform accepts, or what it is not asked about', async () => {
    expect(await ok(set({}))).toMatchObject({ verified: true, verifiedName: 'Depot & Daughters' });
    expect(await ok([...set({ accessToken: 'not-yet' }), '--no-verify'])).toMatchObject({ verified: false });
  });

  it('says so when the platform cannot be reached', async () => {
    const error = await fails(set({}), { GRAPH_URL: 'http://127.0.0.1:9' });
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('--no-verify') });
  });
});

describe('db status, db migrate', () => {
  it('tells what is to be done, and does it once', async () => {
    const run = async (line: string) =>
      JSON.parse((await admin(line, { DATABASE_URL: empty.url })).output) as Record<string, unknown[]>;
    const before = await run('db status --json');
    expect(before).toMatchObject({ upToDate: false, executed: [] });
    expect(await run('db migrate --json')).toEqual({ migrated: before.pending });
    expect(await run('db migrate --json')).toEqual({ migrated: [] });
    expect(await run('db status --json')).toEqual({ upToDate: true, executed: before.pending, pending: [] });
  });
});

describe('what is no command', () => {
  it.each(['', 'tenant', 'tenant destroy', 'nonsense', '--what', 'tenant create --name'])(
    'is validation_failed: "%s"',
    async (line) => {
      const argv = `${line} --json`;
      const { code, details } = await fails(argv);
      expect(code).toBe('validation_failed');
      expect(details).not.toEqual([]);
    },
  );

  it('is told a person in plain words, on standard error', async () => {
    const { exitCode, output, notes } = await admin('member add --tenant x --email no --password 12345678');
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' });
    expect(notes.split('\n')).toEqual([
      'The command is not valid.',
      '  --email: must be an e-mail address',
      expect.stringMatching(/^ {2}--role: is required$/),
      '  --tenant: must be a workspace id',
      '',
    ]);
    const unknown = await admin('tenant destroy');
    expect(unknown).toMatchObject({ exitCode: 1, output: '', notes: "unknown command 'destroy'\n" });
  });

  it('has every fault told at once', async () => {
    const error = await fails('member add --tenant x --email no --password short --rule staff --json');
    expect(error.code).toBe('validation_failed');
    const places = error.details.map((detail: { path: string }) => detail.path);
    expect(places).toEqual(
      expect.arrayContaining(['--rule', 'staff', '--tenant', '--email', '--password', '--role']),
    );
  });

  it('does not take an option for the value of another', async () => {
    const error = await fails('tenant create --owner-email a@b.test --owner-password 12345678 --name --json');
    expect(error.details).toEqual([{ path: '--name', message: 'has no value' }]);
  });

  it('names a workspace that there is not', async () => {
    const nobody = '01jd0000000000000000000000';
    expect(await fails(`key create --tenant ${nobody} --name x --json`)).toMatchObject({
      code: 'workspace_not_found',
    });
  });

  it('prints help, and a readable result without --json', async () => {
    expect(await admin('tenant create --help')).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('--owner-password'),
    });
    expect((await admin('db status')).output).toMatch(/^upToDate: true\n/);
  });
});

describe('npm run -s admin', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));

  it('prints one line of JSON on standard output, whatever comes of it', () => {
    const { databaseUrl, secretKey } = server.container.config;
    const run = (env: Record<string, string>) =>
      spawnSync('npm', ['run', '-s', 'admin', '--', 'db', 'status', '--json'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, ...env },
      });
    const good = run({});
    expect(JSON.parse(good.stdout)).toMatchObject({ upToDate: true });
    expect(good.status).toBe(0);
    const bad = run({ SECRET_KEY: 'short' });
    expect(JSON.parse(bad.stdout)).toMatchObject({ error: { code: 'validation_failed' } });
    expect(bad.status).toBe(1);
  });
});

describe('demo seed', () => {
  it('fills a workspace that works with the platform, once', async () => {
    const demo = await ok('demo seed --json');
    expect(demo.phones).toEqual(['15550100123', '447700900141', '15550100177']);
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).apiKey).toBe(demo.apiKey);

    const cookie = await signIn(server, demo.email, demo.password);
    const inbox = await call(`${server.url}/api/dashboard/conversations?limit=100`, { headers: { cookie } });
    expect(inbox.body.data).toHaveLength(40);
    const headers = bearer(demo.apiKey);
    const contacts = await call(`${server.url}/api/v1/contacts?limit=1`, { headers });
    expect(contacts.body.pagination.total).toBe(60);

    await platform.customerWrites('15550100123', 'Still open?');
    await eventually(async () => {
      const history = await call(`${server.url}/api/v1/messages/15550100123?limit=1`, { headers });
      return history.body.data[0].content === 'Still open?' && history.body.pagination.total === 26;
    });

    expect(await ok('demo seed --json')).toEqual(demo);
    const { output: help } = await admin('--help');
    expect(help).toContain('tenant');
    expect(help, 'demo seed is for the launcher').not.toContain('demo');
    const chat = await platform.control(
      'GET',
      `/accounts/${demoAccount.phoneNumberId}/chats/15550100123/messages`,
    );
    expect(chat.body.data).toHaveLength(26);
  });

  it('gives no password that does not work any more', async () => {
    const demo = await ok('demo seed --json');
    const cookie = await signIn(server, demo.email, demo.password);
    const session = await call(`${server.url}/api/dashboard/session`, { headers: { cookie } });
    const changed = await call(`${server.url}/api/dashboard/members/${session.body.user.id}`, {
      method: 'PATCH',
      body: { password: 'a password of my own' },
      headers: { cookie },
    });
    expect(changed.status).toBe(200);
    expect(await ok('demo seed --json')).toEqual({ ...demo, password: null });
  });

  it('stores nothing when the platform is not there', async () => {
    const error = await fails('demo seed --json', {
      GRAPH_URL: 'http://127.0.0.1:9',
      DATA_DIR: `${dataDir}/none`,
    });
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('npm run demo') });
    expect(statSync(`${dataDir}/none`, { throwIfNoEntry: false })).toBeUndefined();
  });
});
