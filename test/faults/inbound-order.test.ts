import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asJson } from '../../server/db/define-model.ts';
import { sized } from '../helpers/lane.ts';
import { connectWorkspace, envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../helpers/webhook-receiver/index.ts';

const ROUNDS = Number(process.env.ORDER_ROUNDS ?? sized(1, 10));
const CUSTOMERS = sized(20, 60);
const OF_ONE_CUSTOMER = sized(30, 200);
const EACH = 3;

let servers: [TestServer, TestServer];
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const env = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  const first = await startTestServer(env);
  servers = [first, await startTestServer(env, first)];
});
afterAll(async () => {
  await servers[1].stop();
  await servers[0].stop();
  await receiver.stop();
  expect(trippedStatements).toEqual([]);
});

/** Posts a customer's message. The platform's timestamps have whole seconds, so many are equal. */
async function post(at: TestServer, workspace: TestWorkspace, from: string, words: string): Promise<void> {
  const answer = await postCallback(at, workspace, envelope({ messages: [textMessage(from, words)] }));
  expect(answer.status).toBe(200);
}

async function history(workspace: TestWorkspace, phone: string): Promise<string[]> {
  const words: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await workspace.api('GET', `/messages/${phone}?limit=100&page=${page}`);
    const data: { content: string }[] = body.data ?? [];
    words.unshift(...data.map((one) => one.content).toReversed());
    if (data.length < 100) return words;
  }
}

/** Returns the received messages of a workspace's events by customer, in the order of the events. */
async function received(workspace: TestWorkspace): Promise<Map<string, { words: string; seq: number }[]>> {
  const rows = await servers[0].container.database.select<{ payload: unknown }>(
    "SELECT payload FROM events WHERE tenant_id = :tenantId AND name = 'message.received' ORDER BY seq",
    { tenantId: workspace.scope.key },
  );
  const byCustomer = new Map<string, { words: string; seq: number }[]>();
  for (const { payload } of rows) {
    const event = asJson<{
      message: { content: string };
      contact: { phone: string };
      conversationSeq: number;
    }>(payload);
    const list = byCustomer.get(event.contact.phone) ?? [];
    list.push({ words: event.message.content, seq: event.conversationSeq });
    byCustomer.set(event.contact.phone, list);
  }
  return byCustomer;
}

async function connected(): Promise<TestWorkspace> {
  const workspace = await createWorkspace(servers[0]);
  await connectWorkspace(servers[0], workspace);
  return workspace;
}

describe.each([
  ['one server', () => [servers[0]]],
  ['two servers alternately', () => servers],
] as const)('callbacks posted one after another, to %s', (_, at) => {
  const target = (index: number): TestServer => {
    const list = at();
    return list[index % list.length] as TestServer;
  };

  it(`stay in order: ${OF_ONE_CUSTOMER} of one customer, also to a webhook endpoint`, async () => {
    const workspace = await connected();
    const phone = '15550140001';
    const path = `/order/${workspace.tenantId}`;
    const made = await workspace.dashboard('POST', '/webhook-endpoints', { url: `${receiver.url}${path}` });
    const wanted = Array.from({ length: OF_ONE_CUSTOMER }, (_one, index) => `m${index}`);
    for (const [index, words] of wanted.entries()) await post(target(index), workspace, phone, words);
    await eventually(async () => (await history(workspace, phone)).length === wanted.length, 30_000);

    expect(await history(workspace, phone)).toEqual(wanted);
    const events = (await received(workspace)).get(phone) ?? [];
    expect(events.map((event) => event.words)).toEqual(wanted);
    expect(events.map((event) => event.seq)).toEqual(wanted.map((_one, index) => index + 1));

    const delivered = () => receiver.at(path).map((request) => verified(request, made.body.secret));
    await eventually(async () => delivered().length >= wanted.length, 30_000);
    expect(delivered().map((event) => event.conversationSeq)).toEqual(wanted.map((_one, index) => index + 1));
  }, 120_000);

  it(`stay in order: ${CUSTOMERS} customers × ${EACH}, ${ROUNDS} rounds`, async () => {
    const workspace = await connected();
    for (let round = 0; round < ROUNDS; round += 1) {
      const phones = Array.from(
        { length: CUSTOMERS },
        (_one, index) => `1555${100_000 * (round + 1) + index}`,
      );
      // Customers write concurrently, each of them one message at a time.
      await Promise.all(
        Array.from({ length: 6 }, async (_one, lane) => {
          for (const [index, phone] of phones.entries()) {
            if (index % 6 !== lane) continue;
            for (let each = 0; each < EACH; each += 1)
              await post(target(index + each), workspace, phone, `${phone} ${each}`);
          }
        }),
      );
      const wanted = (phone: string) => Array.from({ length: EACH }, (_one, each) => `${phone} ${each}`);
      await eventually(async () => {
        const events = await received(workspace);
        return phones.every((phone) => events.get(phone)?.length === EACH);
      }, 30_000);
      const events = await received(workspace);
      for (const phone of phones) {
        expect(await history(workspace, phone)).toEqual(wanted(phone));
        expect(events.get(phone)).toEqual(wanted(phone).map((words, index) => ({ words, seq: index + 1 })));
      }
    }
  }, 240_000);
});
