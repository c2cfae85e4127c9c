import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { markDemo } from '../../server/features/workspaces/index.ts';
import { prepareSetupCode } from '../../server/flows/access/setup-code.ts';
import { isSameText } from '../../server/kernel/crypto/same-text.ts';
import { callAs } from '../helpers/call-as.ts';
import { createWorkspace, OWNER_PASSWORD, startTestServer, type TestServer } from '../helpers/test-server.ts';

const OWNER = { workspaceName: 'Mine', name: 'Eve', email: 'eve@example.test', password: OWNER_PASSWORD };

let server: TestServer;
const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-sec-06-'));
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://crm.example.com', DATA_DIR: dataDir });
  // A server with nothing but a demo.
  const { scope } = await createWorkspace(server);
  await markDemo({ db: server.container.database }, scope.key);
  await prepareSetupCode(server.container.database, dataDir);
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const setUp = (headers: Record<string, string>) =>
  callAs(`${server.url}/api/dashboard/setup`, { method: 'POST', headers, body: OWNER });

it('SEC-06: beside a demo, a stranger needs the setup code, and a foreign Host gets nothing', async () => {
  const remote = await setUp({ host: 'crm.example.com', 'x-forwarded-for': '203.0.113.9' });
  expect([remote.status, remote.body.error.code]).toEqual([403, 'setup_code_required']);
  // A page that points its own name at this machine (DNS rebinding) still sends that name.
  const rebound = await setUp({ host: 'evil.example' });
  expect([rebound.status, rebound.body.error.code]).toEqual([403, 'host_not_allowed']);
});

it('SEC-42: without a token, /metrics is for a person at this machine only', async () => {
  const metrics = async (headers: Record<string, string>) =>
    (await callAs(`${server.url}/metrics`, { headers })).status;
  expect(await metrics({ host: '127.0.0.1:4000' })).toBe(200);
  expect(await metrics({ host: 'evil.example' })).toBe(403);
  // A proxy on this machine that sets no X-Forwarded-For, but passes the Host on.
  expect(await metrics({ host: 'crm.example.com' })).toBe(404);
});

it('SEC-42: the token is compared as a digest', async () => {
  const token = 'a token of the metrics';
  const own = await startTestServer({ METRICS_TOKEN: token }, server);
  try {
    const metrics = async (authorization: string) =>
      (await callAs(`${own.url}/metrics`, { headers: { authorization } })).status;
    expect(await metrics(`Bearer ${token}`)).toBe(200);
    expect(await metrics(`Bearer ${token} `.slice(0, -2))).toBe(404);
    expect(await metrics('')).toBe(404);
  } finally {
    await own.stop();
  }
  const compare = vi.spyOn(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
  try {
    expect([isSameText('a', 'a'), isSameText('a', 'ab'), isSameText('', 'a')]).toEqual([true, false, false]);
    // Texts of any length are compared in one time: as digests of one length.
    expect(compare.mock.calls.map(([one, other]) => [one.byteLength, other.byteLength])).toEqual(
      Array.from({ length: 3 }, () => [32, 32]),
    );
  } finally {
    compare.mockRestore();
    syncBuiltinESMExports();
  }
});
