import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../server/db/local-mariadb/index.ts';
import { prepareSetupCode } from '../../server/flows/access/setup-code.ts';
import { callAs } from '../helpers/call-as.ts';
import { startPlatform } from '../helpers/platform.ts';
import { type call, OWNER_PASSWORD, startTestServer, type TestServer } from '../helpers/test-server.ts';

/** A request from another machine, through the tunnel that PUBLIC_URL names. */
const REMOTE = { host: 'crm.example.com', 'x-forwarded-for': '203.0.113.9' };
const OWNER = { workspaceName: 'Depot', name: 'Olga', email: 'olga@example.test', password: OWNER_PASSWORD };

let dataDir: string;
let server: TestServer;
let setup: (
  path: string,
  options: { headers?: Record<string, string>; body?: object },
) => ReturnType<typeof call>;

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startTestServer({ PUBLIC_URL: 'https://crm.example.com', DATA_DIR: dataDir, ...env });
  setup = (path, { headers = REMOTE, body }) =>
    callAs(`${server.url}/api/dashboard/setup${path}`, { headers, body, method: body ? 'POST' : 'GET' });
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'switchboard-setup-code-'));
});
afterEach(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const prepareCode = ({ container }: TestServer) =>
  prepareSetupCode(container.resources.db, container.config.dataDir);
const codeFile = () => join(dataDir, 'setup-code');
const readCode = () => readFileSync(codeFile(), 'utf8').trim();

describe('the setup code', () => {
  it('is required from another machine, works once, and is deleted afterwards', async () => {
    await start();
    expect(await prepareCode(server)).toBe(codeFile());
    expect(readCode()).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(statSync(codeFile()).mode & 0o777).toBe(0o600);
    expect((await setup('', {})).body).toMatchObject({ needsSetup: true, needsSetupCode: true });

    for (const path of ['', '/demo']) {
      const owner = path === '' ? OWNER : {};
      const none = await setup(path, { body: owner });
      expect([none.status, none.body.error.code], path).toEqual([403, 'setup_code_required']);
      const wrong = await setup(path, { body: { ...owner, setupCode: '00000-00000-00000-00000' } });
      expect([wrong.status, wrong.body.error.code], path).toEqual([403, 'setup_code_invalid']);
    }
    // A person may type it like this.
    const setupCode = readCode().toLowerCase().replaceAll('-', ' ');
    const made = await setup('', { body: { ...OWNER, setupCode } });
    expect(made.status).toBe(201);
    expect(made.body.workspace).toMatchObject({ name: 'Depot' });
    expect(existsSync(codeFile())).toBe(false);
    expect((await setup('', {})).body).toMatchObject({ canCreateWorkspace: false, needsSetupCode: false });
    const again = await setup('', { body: { ...OWNER, email: 'eve@example.test', setupCode } });
    expect(again.body.error.code).toBe('workspace_exists');
    expect(server.logs.join('\n')).not.toContain(readSecret(setupCode));
  });

  it('is not required on the machine itself, under its local names only', async () => {
    await start();
    const local = [{ host: 'localhost' }, { host: '127.0.0.1:4000' }, { host: '[::1]:4000' }];
    for (const headers of local)
      expect((await setup('', { headers })).body.needsSetupCode, headers.host).toBe(false);
    const remote: Record<string, string>[] = [
      { host: 'crm.example.com' },
      { host: 'localhost', 'x-forwarded-for': '127.0.0.1' },
      { host: 'localhost', forwarded: 'for=127.0.0.1' },
    ];
    for (const headers of remote) {
      expect((await setup('', { headers })).body.needsSetupCode, JSON.stringify(headers)).toBe(true);
      expect((await setup('', { headers, body: OWNER })).status, JSON.stringify(headers)).toBe(403);
    }
    expect((await setup('', { headers: { host: 'localhost' }, body: OWNER })).status).toBe(201);
  });

  it('works at every server of the database, and survives a restart', async () => {
    await start();
    await prepareCode(server);
    const setupCode = readCode();
    await prepareCode(server);
    expect(readCode(), 'a restart keeps it').toBe(setupCode);
    const otherDir = mkdtempSync(join(tmpdir(), 'switchboard-setup-code-'));
    const other = await startTestServer(
      { PUBLIC_URL: 'https://crm.example.com', DATA_DIR: otherDir },
      server,
    );
    try {
      await prepareCode(other);
      const made = await callAs(`${other.url}/api/dashboard/setup`, {
        method: 'POST',
        headers: REMOTE,
        body: { ...OWNER, setupCode },
      });
      expect(made.status).toBe(201);
      expect(await prepareCode(server), 'the next start deletes the code').toBeNull();
      expect(existsSync(codeFile())).toBe(false);
    } finally {
      await other.stop();
      rmSync(otherDir, { recursive: true, force: true });
    }
  });

  it('is also required for the demo, which does not use it up', async () => {
    const platform = await startPlatform();
    try {
      await start({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1', PORT: String(await freePort()) });
      await prepareCode(server);
      const setupCode = readCode();
      expect((await setup('/demo', { body: {} })).body.error.code).toBe('setup_code_required');
      expect((await setup('/demo', { body: { setupCode } })).status).toBe(201);
      expect((await setup('', { body: OWNER })).body.error.code).toBe('setup_code_required');
      expect((await setup('', { body: { ...OWNER, setupCode } })).status).toBe(201);
    } finally {
      await platform.stop();
    }
  });

  it('cannot be guessed: both routes are rate limited like sign-in', async () => {
    await start({ RATE_LIMIT_LOGIN_PER_MINUTE: '3' });
    await prepareCode(server);
    const statuses = [];
    for (const path of ['', '/demo', '', '/demo', '']) {
      const body = { ...(path === '' ? OWNER : {}), setupCode: '00000-00000-00000-00000' };
      statuses.push((await setup(path, { body })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 429, 429]);
  });
});

/** Returns the code as it is stored. */
function readSecret(typed: string): string {
  return typed.toUpperCase().replaceAll(' ', '-');
}
