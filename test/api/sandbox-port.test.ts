import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../server/db/local-mariadb/index.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { call, createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

/** The port of the sandbox that another program uses; null once it is free. */
let takenPort: number | null = 4_002;
let platform: TestPlatform;
let server: TestServer;
beforeAll(async () => {
  platform = await startPlatform();
  const request = async () =>
    takenPort === null
      ? ({ is: 'sandbox-ready', url: platform.url } as const)
      : ({ is: 'sandbox-failed', takenPort } as const);
  const launcher = { requestSandbox: request, requestTestPhone: request, announceDemo: () => undefined };
  // The sandbox calls the port that is configured.
  server = await startTestServer({ PORT: String(await freePort()) }, undefined, { launcher });
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
});

const SENTENCE =
  'Port 4002 of the server is not free, and the test phones need it. Ask the person who runs the server to stop the program that uses it, then try again.';

it('the demo says which port is taken, and what to do, instead of that it is starting', async () => {
  const answer = await call(`${server.url}/api/dashboard/setup/demo`, { method: 'POST' });
  expect(answer.body.error).toMatchObject({ code: 'sandbox_not_running', message: SENTENCE });
  expect(answer.status).toBe(409);
});

it('so does a test phone, which opens once the port is free', async () => {
  const workspace = await createWorkspace(server);
  const open = () => workspace.dashboard('POST', '/welcome/test-phone');
  expect((await open()).body.error).toMatchObject({ code: 'sandbox_not_running', message: SENTENCE });
  takenPort = null;
  expect(await open()).toMatchObject({ status: 200, body: { hasTestNumber: true } });
});
