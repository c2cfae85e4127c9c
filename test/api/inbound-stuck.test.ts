import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf, inboundSteps, parkedOf } from '../helpers/inbound.ts';
import { envelope, eventually, textMessage } from '../helpers/platform.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { createConnected, post, retryNow, untilProcessed } = inboundSteps(() => server);

/** A customer whose messages are valid. */
const OTHER = '15550142001';

describe('items that are made to stop their workspace', () => {
  it.each([
    ['a status whose id cannot be text', { statuses: [{ id: { toString: 1 }, status: 'sent' }] }],
    [
      'a status whose id is nested deeply',
      { statuses: [{ id: JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`) }] },
    ],
    [
      'a message whose sender is an object',
      { messages: [{ from: { toString: 1 }, from_user_id: { toJSON: 1 }, id: 'x' }] },
    ],
  ])('%s: the next callback is processed', async (_, parts) => {
    const workspace = await createConnected();
    await post(workspace, envelope(parts));
    await post(workspace, envelope({ messages: [textMessage(OTHER, 'after it')] }));
    await untilProcessed(workspace);
    expect(await historyOf(workspace, OTHER)).toHaveLength(1);
    expect(await parkedOf(workspace)).toHaveLength(1);
  });

  it('3 MB that become six times as large in JSON are parked', async () => {
    const workspace = await createConnected();
    await post(workspace, '\u0001'.repeat(3 * 1024 * 1024 - 10));
    await post(workspace, envelope({ messages: [textMessage(OTHER, 'after it')] }));
    await untilProcessed(workspace);
    expect(await historyOf(workspace, OTHER)).toHaveLength(1);
    const [item] = await parkedOf(workspace);
    expect(item.kind).toBe('callback');
    const opened = (await workspace.dashboard('GET', `/parked-items/${item.id}`)).body;
    expect(opened.raw).toContain('"beginning"');
    expect(opened.raw).toHaveLength(64_000);
  });
});

describe('a customer whose messages temporarily cannot be stored', () => {
  it('does not delay other customers of the workspace, however many callbacks are pending', async () => {
    const workspace = await createConnected();
    const { sequelize } = server.container.database;
    const stuck = '15550146001';
    await post(workspace, envelope({ messages: [textMessage(stuck, 'first')] }));
    await untilProcessed(workspace);
    // A database error that is not about the data, for this customer only.
    await sequelize.query(
      `CREATE TRIGGER refuses BEFORE INSERT ON messages FOR EACH ROW
       BEGIN IF NEW.content LIKE 'stuck %' THEN SIGNAL SQLSTATE '45000'; END IF; END`,
    );
    try {
      for (let index = 0; index < 40; index += 1)
        await post(workspace, envelope({ messages: [textMessage(stuck, `stuck ${index}`)] }));
      await post(workspace, envelope({ messages: [textMessage(OTHER, 'not held up')] }));
      await eventually(async () => {
        await retryNow(workspace);
        return (await historyOf(workspace, OTHER)).length === 1;
      }, 30_000);
    } finally {
      await sequelize.query('DROP TRIGGER refuses');
    }
    await untilProcessed(workspace);
    const words = (await historyOf(workspace, stuck)).map((one) => one.content).toReversed();
    expect(words).toEqual(['first', ...Array.from({ length: 40 }, (_, index) => `stuck ${index}`)]);
  }, 90_000);
});
