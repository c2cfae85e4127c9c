import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectWorkspace, envelope, postCallback, textMessage } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

/** So many that four at a time, which wait 15 seconds each, would take longer than this test. */
const HANGING = 40;
const FILE = Buffer.from('an invoice');

let server: TestServer;
/** A platform that answers only for the file `quick`. */
let platform: Server;
beforeAll(async () => {
  platform = createServer((request, response) => {
    if (request.url === '/file') return void response.end(FILE);
    if (!request.url?.includes('/quick')) return;
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        url: `http://${request.headers.host}/file`,
        mime_type: 'application/pdf',
        sha256: createHash('sha256').update(FILE).digest('hex'),
        file_size: FILE.length,
      }),
    );
  });
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  const { port } = platform.address() as AddressInfo;
  server = await startTestServer({ GRAPH_URL: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  platform.closeAllConnections();
  await server.stop();
  platform.close();
  expect(trippedStatements).toEqual([]);
});

async function workspaceWithFiles(phone: string, ids: readonly string[]) {
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace);
  const messages = ids.map((id) => {
    const { text, ...message } = textMessage(phone, '');
    return {
      ...message,
      type: 'document',
      document: { id, mime_type: 'application/pdf', filename: 'a.pdf' },
    };
  });
  await postCallback(server, workspace, envelope({ messages }));
  const states = async () =>
    ((await workspace.api('GET', `/messages/${phone}?limit=100`)).body.data ?? []).map(
      ({ media }: { media: { state: string } }) => media.state,
    );
  return { workspace, states };
}

it('the file of a workspace arrives while the files of another, which hang, have waited longer', async () => {
  const ids = Array.from({ length: HANGING }, (_, at) => `hangs-${at}`);
  const busy = await workspaceWithFiles('15550110101', ids);
  await expect.poll(busy.states).toEqual(ids.map(() => 'fetching'));
  const other = await workspaceWithFiles('15550110102', ['quick']);
  await expect.poll(other.states, { timeout: 60_000 }).toEqual(['ready']);
  expect(await busy.states()).toEqual(ids.map(() => 'fetching'));
  await server.container.database.run('DELETE FROM media_fetches WHERE tenant_id = :tenantId', {
    tenantId: busy.workspace.scope.key,
  });
}, 120_000);
