import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiError, json, silence, startScriptedServer } from '../client/scripted-server.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

const run = promisify(execFile);
/** The system's Python comes first: packages of the system are installed for it. */
const python = ['/usr/bin/python3', 'python3'].find((one) => spawnSync(one, ['--version']).status === 0);
const hasHttpx = python !== undefined && spawnSync(python, ['-c', 'import httpx']).status === 0;
/** Set where Python and httpx are installed for the tests, such as `python,httpx`: then they must be there. */
const required = (process.env.SWITCHBOARD_TEST_REQUIRES ?? '').split(',');

let server: TestServer;
let workspaces: TestWorkspace[];
let busy: Awaited<ReturnType<typeof startScriptedServer>>;
beforeAll(async () => {
  busy = await startScriptedServer();
  server = await startTestServer();
  workspaces = [await createWorkspace(server), await createWorkspace(server)];
});
afterAll(async () => {
  await busy.close();
  await server.stop();
});

it.for([
  ['urllib', 'python', python !== undefined],
  ['httpx', 'httpx', hasHttpx],
] as const)('the Python client works over %s', async ([transport, needed, isInstalled], { skip }) => {
  if (!isInstalled || python === undefined) {
    if (required.includes(needed))
      throw new Error(`SWITCHBOARD_TEST_REQUIRES names ${needed}, which is not installed`);
    skip(`${needed} is not installed on this machine, so the Python client is not tested over ${transport}`);
    return;
  }
  const [own, other] = workspaces.splice(0, 2);
  const again = [await createWorkspace(server), await createWorkspace(server)];
  workspaces.push(...again);
  busy.script(
    apiError(429, 'rate_limited', { 'retry-after': '0' }),
    apiError(503, 'unavailable', { 'retry-after': '1' }),
    json(201, { id: 'ct_1' }),
    apiError(409, 'media_not_ready', { 'retry-after': '0' }),
    json(200, { id: 'med_1' }),
    apiError(409, 'media_not_ready'),
    (response) => response.writeHead(302, { location: `${server.url}/api/v1/me` }).end(),
    (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"id":', () => response.socket?.destroy());
    },
    json(200, { id: 'after a response that broke off' }),
    json(200, { data: [{ id: 'bc_2' }], nextCursor: 'next' }),
    json(200, { data: [{ id: 'bc_1' }], nextCursor: null }),
    (response) => setTimeout(() => json(201, { id: 'med_1' })(response), 400),
    silence,
  );
  const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`;
  const body = JSON.stringify({ type: 'message.received', data: { text: 'Olá' } });
  const at = new Date();
  const headers = {
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1_000)),
    'Webhook-Signature': `v1,AAAA ${new Webhook(secret).sign('evt_1', at, body)}`,
  };
  const { stdout } = await run(python, ['test/integrations/python-program.py', transport], {
    env: {
      ...process.env,
      PYTHONPATH: join(process.cwd(), 'integrations/python'),
      PYTHONDONTWRITEBYTECODE: '1',
      BASE_URL: server.url,
      BUSY_URL: busy.url,
      KEY: own?.key ?? '',
      OTHER_KEY: other?.key ?? '',
      WEBHOOK: JSON.stringify({ secret, body, headers }),
    },
  });
  expect(JSON.parse(stdout)).toEqual({
    workspace: expect.stringMatching(/^Workspace/),
    walked: ['15550200002', '15550200001', '15550200000', '15550100123'],
    found: ['Ada'],
    updated: 'hot',
    taken: [
      409,
      'contact_phone_taken',
      true,
      expect.stringContaining('/docs/errors#contact_phone_taken'),
      true,
    ],
    invalid: ['phone'],
    replayed: true,
    foreign: [404, 'contact_not_found'],
    unauthorized: [401, 'unauthorized'],
    nowhere: [0, 'connection_failed'],
    retried: { id: 'ct_1' },
    downloaded: { id: 'med_1' },
    not_downloaded: [409, 'media_not_ready'],
    redirected: [302, 'unexpected_answer'],
    broken: 'after a response that broke off',
    broadcasts: ['bc_2', 'bc_1'],
    uploaded: 'med_1',
    timed_out: [0, 'timed_out'],
    event: 'message.received',
    tampered: 'rejected',
    no_time: 'rejected',
  });
  const [first, second, third] = busy.seen;
  expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect([second, third].map((one) => one?.headers['idempotency-key'])).toEqual(
    Array(2).fill(first?.headers['idempotency-key']),
  );
  expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
});
