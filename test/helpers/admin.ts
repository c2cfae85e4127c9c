import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type AdminOutcome, runAdmin } from '../../server/admin/run-admin.ts';
import { readConfig } from '../../server/config.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** The start of a command that creates a workspace; append the owner's address. */
export const CREATE_TENANT = 'tenant create --owner-password long-enough-1 --json --name Acme --owner-email';

/** Sets up a server, its platform and the operator's command line for all tests of a file. */
export function setUpAdmin() {
  let server: TestServer;
  let platform: TestPlatform;
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-admin-'));
  beforeAll(async () => {
    platform = await startPlatform();
    server = await startTestServer({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1', DATA_DIR: dataDir });
  });
  afterAll(async () => {
    await Promise.all([server.stop(), platform.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Runs a command against the running server, as `npm run -s admin` would. */
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
      withRuntime: (use) =>
        use({ databaseUrl: env.DATABASE_URL ?? databaseUrl, secretKey: env.SECRET_KEY ?? secretKey }),
    });
  }

  /** Runs a command and returns the one JSON object that it prints. */
  async function ok(line: string | string[]) {
    const { exitCode, output } = await admin(line);
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
    expect(output.trim().split('\n')).toHaveLength(1);
    return JSON.parse(output);
  }

  /** Runs a command that must fail and returns the error that a script would read. */
  async function fails(line: string | string[], env: Record<string, string> = {}) {
    const { exitCode, output } = await admin(line, env);
    expect({ exitCode, output }).toMatchObject({ exitCode: 1 });
    expect(output.trim().split('\n')).toHaveLength(1);
    return JSON.parse(output).error;
  }

  return {
    dataDir,
    admin,
    ok,
    fails,
    get server() {
      return server;
    },
    get platform() {
      return platform;
    },
  };
}
