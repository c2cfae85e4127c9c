import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { historyOf, inboundSteps } from '../helpers/inbound.ts';
import { isSoak } from '../helpers/lane.ts';
import { envelope, postCallback, textMessage } from '../helpers/platform.ts';
import { call, startTestServer, type TestServer, type TestWorkspace } from '../helpers/test-server.ts';

let server: TestServer;
let workspace: TestWorkspace;
const { createConnected, untilProcessed } = inboundSteps(() => server);
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createConnected();
});
afterAll(() => server.stop());

/** The tables that callbacks and contacts are written to. */
const TABLES = ['inbound_callbacks', 'contacts'];

/** Makes the database refuse writes with one of its errors for a full disk. */
async function refuseWrites(errno: number): Promise<void> {
  for (const table of TABLES)
    await server.container.database.sequelize.query(
      `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} FOR EACH ROW
       SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = 'The table is full'`,
    );
}
async function acceptWrites(): Promise<void> {
  for (const table of TABLES) await server.container.database.sequelize.query(`DROP TRIGGER full_${table}`);
}

it.each(isSoak ? [3, 1021, 1030, 1114, 1290, 1836] : [1114, 1290])(
  'holdout-11: error %i is 503 on the callback URL and the API, and passes by itself',
  async (errno) => {
    const phone = `1555014${errno}`;
    const body = envelope({ messages: [textMessage(phone, 'on a full disk')] });
    await refuseWrites(errno);
    try {
      const answers = [
        await postCallback(server, workspace, body),
        await workspace.api('POST', '/contacts', { phone: `+1555015${errno}`, name: 'Ana' }),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(503);
        expect(answer.body.error.code).toBe('unavailable');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await expect
        .poll(async () => (await call(`${server.url}/readyz`)).body, { timeout: 5_000 })
        .toMatchObject({ reason: expect.stringContaining('takes no writes') });
    } finally {
      await acceptWrites();
    }
    // The platform sends a callback again after any error.
    expect((await postCallback(server, workspace, body)).status).toBe(200);
    await untilProcessed(workspace);
    expect(await historyOf(workspace, phone)).toHaveLength(1);
  },
  30_000,
);

it('holdout-11: the server is ready again without a restart', async () => {
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  onTestFinished(() => later.mockRestore());
  await expect.poll(async () => (await call(`${server.url}/readyz`)).status, { timeout: 5_000 }).toBe(200);
});
