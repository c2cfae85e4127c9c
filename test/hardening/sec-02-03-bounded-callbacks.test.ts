import { afterAll, beforeAll, expect, it } from 'vitest';
import { newKey } from '../../server/kernel/ids.ts';
import { itemsOf } from '../../server/platform/inbound/callback.ts';
import { parseInbound } from '../../server/platform/inbound/parse-inbound.ts';
import { inboundSteps, parkedOf } from '../helpers/inbound.ts';
import { envelope, textMessage } from '../helpers/platform.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { createConnected, untilProcessed } = inboundSteps(() => server);

it('SEC-02: the items after the 2,000th of a callback are one parked item, however often it is processed', async () => {
  const workspace = await createConnected();
  const { database } = server.container;
  const own = { tenantId: workspace.scope.key };
  const body = Buffer.from(JSON.stringify(envelope({ messages: Array.from({ length: 3_000 }, () => ({})) })));
  // As if the first 1,990 items were done.
  await database.run(
    `INSERT INTO inbound_callbacks (id, tenant_id, digest, body, received_at, items_from, items_done)
     VALUES (:id, :tenantId, :digest, :body, UTC_TIMESTAMP(3), 0, 1990)`,
    { ...own, id: newKey(), digest: Buffer.alloc(32, 1), body },
  );
  for (let round = 0; round < 2; round += 1) {
    await untilProcessed(workspace);
    const parked = await parkedOf(workspace);
    expect(parked.filter(({ kind }) => kind === 'message')).toHaveLength(10);
    expect(parked.filter(({ kind }) => kind === 'callback')).toMatchObject([
      { reasonCode: 'too_many_items' },
    ]);
    await database.run(
      'UPDATE inbound_callbacks SET state = 0, items_done = 1990, body = :body WHERE tenant_id = :tenantId',
      { ...own, body },
    );
  }
  await untilProcessed(workspace);
});

it('SEC-03: the contacts of a callback are read once, not once for each message', () => {
  let reads = 0;
  const contact = (index: number) => ({
    get wa_id() {
      reads += 1;
      return `1555${String(1_000_000 + index)}`;
    },
    profile: { name: 'Ana' },
  });
  const contacts = Array.from({ length: 12_000 }, (_, index) => contact(index));
  const messages = Array.from({ length: 1_000 }, (_, index) =>
    textMessage(`1555${String(1_000_000 + index * 9)}`, 'hello'),
  );
  const items = [...itemsOf(envelope({ contacts, messages }))];
  const now = new Date();
  const names = items.map((item) => {
    const inbound = parseInbound(item, now);
    return inbound.kind === 'message' ? inbound.profileName : null;
  });
  expect(names.filter((name) => name === 'Ana')).toHaveLength(1_000);
  // Names beyond the first 10,000 people are ignored.
  expect(reads).toBeLessThanOrEqual(10_000);
});
