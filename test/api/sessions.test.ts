import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../server/db/local-mariadb/index.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import {
  call,
  createWorkspace,
  OWNER_PASSWORD,
  signIn,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const dashboard = (path: string) => `${server.url}/api/dashboard${path}`;

describe('the first run', () => {
  const owner = {
    workspaceName: 'Depot',
    name: 'Olga',
    email: 'olga@example.test',
    password: OWNER_PASSWORD,
  };

  it('requires a workspace, and creates only one', async () => {
    expect((await call(dashboard('/setup'))).body).toEqual({
      needsSetup: true,
      canLoadDemo: false,
      canCreateWorkspace: true,
      needsSetupCode: false,
    });
    const noDemo = await call(dashboard('/setup/demo'), { method: 'POST' });
    expect(noDemo.status).toBe(503);
    expect(noDemo.headers.get('retry-after')).toBe('2');
    const bad = await call(dashboard('/setup'), {
      method: 'POST',
      body: { ...owner, password: 'short', email: 'x' },
    });
    expect(bad.body.error.details.map((detail: { path: string }) => detail.path).sort()).toEqual([
      'email',
      'password',
    ]);
    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        call(dashboard('/setup'), { method: 'POST', body: { ...owner, email: `olga${n}@example.test` } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    const made = answers.find((answer) => answer.status === 201);
    expect(made?.body).toMatchObject({
      user: { role: 'owner' },
      workspace: { name: 'Depot', channel: { connected: false } },
      seq: 0,
    });
    expect(made?.headers.get('set-cookie')).toMatch(
      /^sid=ses_[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict, device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await call(dashboard('/setup'))).body).toMatchObject({
      needsSetup: false,
      canCreateWorkspace: false,
    });
    expect((await call(dashboard('/setup'), { method: 'POST', body: owner })).status).toBe(409);
  });
});

describe('the first run with the demo', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-first-run-'));
  let platform: TestPlatform;
  let own: TestServer;
  beforeAll(async () => {
    platform = await startPlatform();
    own = await startTestServer({
      GRAPH_URL: platform.url,
      SANDBOX_ENABLED: '1',
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
    });
  });
  afterAll(async () => {
    await Promise.all([own.stop(), platform.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const setup = (path = '', body?: object) =>
    call(`${own.url}/api/dashboard/setup${path}`, { method: body ? 'POST' : 'GET', body });

  it('returns the demo’s login, and still allows creating one workspace, once', async () => {
    const demo = await setup('/demo', {});
    expect(demo.status).toBe(201);
    const { email, password } = demo.body.demo;
    expect(await signIn(own, email, password)).toMatch(/^sid=/);
    expect((await setup()).body).toEqual({
      needsSetup: false,
      canLoadDemo: true,
      canCreateWorkspace: true,
      needsSetupCode: false,
    });
    expect((await setup('/demo', {})).status, 'the login is shown once').toBe(409);

    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        setup('', {
          workspaceName: 'Mine',
          name: 'Olga',
          email: `olga${n}@example.test`,
          password: OWNER_PASSWORD,
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    expect((await setup()).body).toMatchObject({ needsSetup: false, canCreateWorkspace: false });
    expect(await signIn(own, email, password), 'the demo is still there').toMatch(/^sid=/);
  });
});

describe('signing in and out', () => {
  beforeAll(async () => {
    workspace = await createWorkspace(server);
  });

  it('lets a person change their own name, which the audit log and everyone’s lists have', async () => {
    const since = (await workspace.dashboard('GET', '/events?since=0')).body.latestSeq;
    const before = (await workspace.dashboard('GET', '/session')).body.user;
    const renamed = await workspace.dashboard('PUT', '/session/name', { name: '  Olga Petrova ' });
    expect([renamed.status, renamed.body.user]).toEqual([200, { ...before, name: 'Olga Petrova' }]);
    await workspace.dashboard('PUT', '/session/name', { name: 'Olga Petrova' });
    const { events } = (await workspace.dashboard('GET', `/events?since=${since}`)).body;
    expect(events.filter(({ name }: { name: string }) => name === 'member.changed')).toMatchObject([
      { payload: { id: before.id, name: 'Olga Petrova' } },
    ]);
    const { data } = (await workspace.dashboard('GET', '/audit-log')).body;
    expect(data.filter(({ action }: { action: string }) => action === 'member.renamed')).toMatchObject([
      { target: { id: before.id, label: `${before.name} → Olga Petrova` } },
    ]);
    for (const name of ['', ' ', 'x'.repeat(81), 3])
      expect((await workspace.dashboard('PUT', '/session/name', { name })).status).toBe(400);
    expect((await workspace.dashboard('GET', '/session')).body.user.name).toBe('Olga Petrova');
  });

  it('rejects a wrong password and an unknown email address with the same error', async () => {
    const answers = await Promise.all(
      [
        { email: workspace.email, password: 'wrong password' },
        { email: 'nobody@example.test', password: 'wrong password' },
      ].map((body) => call(dashboard('/session'), { method: 'POST', body })),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body.error.code).toBe('invalid_credentials');
    }
  });

  it('signing out ends the session', async () => {
    const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
    expect((await call(dashboard('/session'), { headers: { cookie } })).status).toBe(200);
    expect((await call(dashboard('/session'), { method: 'DELETE', headers: { cookie } })).body).toEqual({
      signedOut: true,
    });
    const after = await call(dashboard('/session'), { headers: { cookie } });
    expect(after.status).toBe(401);
    expect(after.body.error.code).toBe('session_required');
  });

  it('stores a person’s language for all their devices', async () => {
    const first = await signIn(server, workspace.email, OWNER_PASSWORD);
    const second = await signIn(server, workspace.email, OWNER_PASSWORD);
    const languageOf = async (cookie: string) =>
      (await call(dashboard('/session'), { headers: { cookie } })).body.user.language;
    const choose = (language: string) =>
      call(dashboard('/session/language'), { method: 'PUT', body: { language }, headers: { cookie: first } });
    expect(await languageOf(first)).toBeNull();
    expect((await choose('pt-BR')).body.user.language).toBe('pt-BR');
    expect(await languageOf(second)).toBe('pt-BR');
    expect((await choose('xx')).status).toBe(400);

    const other = await createWorkspace(server);
    expect((await other.dashboard('GET', '/session')).body.user.language, 'for this person only').toBeNull();
    const body = { email: workspace.email, password: OWNER_PASSWORD };
    const again = await call(dashboard('/session'), { method: 'POST', body });
    expect(again.body.user.language).toBe('pt-BR');
  });

  it('rejects requests from other sites, and API keys', async () => {
    const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
    const foreign: Record<string, string>[] = [
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, origin: 'https://evil.example' },
    ];
    for (const headers of foreign) {
      const answer = await call(dashboard('/contacts'), {
        method: 'POST',
        body: { phone: '15550100001' },
        headers,
      });
      expect(answer.status).toBe(403);
    }
    const withKey = await call(dashboard('/contacts'), {
      headers: { authorization: `Bearer ${workspace.key}` },
    });
    expect(withKey.status).toBe(401);
  });

  it('asks for the workspace when one email address and password belong to several', async () => {
    const other = await createWorkspace(server);
    await other.addMember({
      name: 'Twice',
      email: workspace.email,
      password: OWNER_PASSWORD,
      role: 'staff',
    });
    const body = { email: workspace.email, password: OWNER_PASSWORD };
    const asked = await call(dashboard('/session'), { method: 'POST', body });
    expect(asked.status).toBe(409);
    expect(asked.body.error.code).toBe('workspace_choice_required');
    expect(asked.body.error.details.map((detail: { path: string }) => detail.path).sort()).toEqual(
      [workspace.tenantId, other.tenantId].sort(),
    );
    const chosen = await call(dashboard('/session'), {
      method: 'POST',
      body: { ...body, workspaceId: other.tenantId },
    });
    expect(chosen.body).toMatchObject({ user: { role: 'staff' }, workspace: { id: other.tenantId } });
  });

  it('allows ten attempts a minute from one IP address', async () => {
    const limited = await startTestServer({ RATE_LIMIT_LOGIN_PER_MINUTE: '10' });
    try {
      const statuses = [];
      for (let index = 0; index < 11; index += 1) {
        const body = { email: `x${index}@example.test`, password: 'wrong password' };
        statuses.push((await call(`${limited.url}/api/dashboard/session`, { method: 'POST', body })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('members', () => {
  let team: TestWorkspace;
  beforeAll(async () => {
    team = await createWorkspace(server);
  });
  const add = (role: string, email: string) =>
    team.addMember({ name: role, email, password: OWNER_PASSWORD, role });

  it('are added with a role, once per email address', async () => {
    expect(await add('staff', 'sam@example.test')).toMatchObject({
      email: 'sam@example.test',
      role: 'staff',
    });
    await expect(add('staff', 'SAM@example.test')).rejects.toMatchObject({
      code: 'member_email_taken',
      details: [{ path: 'email' }],
    });
  });

  it('can be managed by an admin, except owners', async () => {
    await add('admin', 'ada@example.test');
    const cookie = await signIn(server, 'ada@example.test', OWNER_PASSWORD);
    const asAdmin = (method: string, path: string, body?: unknown) =>
      call(dashboard(path), { method, body, headers: { cookie } });
    const owner = (await asAdmin('GET', '/members')).body.data.find(
      (member: { role: string }) => member.role === 'owner',
    );
    expect((await asAdmin('PATCH', `/members/${owner.id}`, { role: 'staff' })).status).toBe(403);
    expect((await asAdmin('POST', `/members/${owner.id}/reset-link`)).status).toBe(403);
    expect((await asAdmin('DELETE', `/members/${owner.id}`)).status).toBe(403);
    const self = (await asAdmin('GET', '/members')).body.data.find(
      (member: { role: string }) => member.role === 'admin',
    );
    expect((await asAdmin('PATCH', `/members/${self.id}`, { role: 'owner' })).status).toBe(403);
  });

  it('keep one owner, even when two owners remove each other at the same time', async () => {
    const pair = await createWorkspace(server);
    const second = await pair.addMember({
      name: 'B',
      email: 'b@example.test',
      password: OWNER_PASSWORD,
      role: 'owner',
    });
    const cookie = await signIn(server, 'b@example.test', OWNER_PASSWORD);
    const answers = await Promise.all([
      pair.dashboard('DELETE', `/members/${second.id}`),
      call(dashboard(`/members/${pair.ownerId}`), { method: 'DELETE', headers: { cookie } }),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('are signed out when their role changes or they are removed', async () => {
    const body = await add('staff', 'zoe@example.test');
    const cookie = await signIn(server, 'zoe@example.test', OWNER_PASSWORD);
    await team.dashboard('PATCH', `/members/${body.id}`, { role: 'admin' });
    expect((await call(dashboard('/session'), { headers: { cookie } })).status).toBe(401);
    const again = await signIn(server, 'zoe@example.test', OWNER_PASSWORD);
    await team.dashboard('DELETE', `/members/${body.id}`);
    expect((await call(dashboard('/session'), { headers: { cookie: again } })).status).toBe(401);
  });
});
