import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import { contactRows, expectSameRows } from '../helpers/contact-rows.ts';
import { sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { type Answer, bearer, call } from '../helpers/test-server.ts';
import { inboundCallback, postRaw } from './client.ts';
import { connect, setUpRig } from './fault-rig.ts';
import { expectConsistent, expireLanes, settle, untilSent } from './invariants.ts';

const KILLS = sized(4, 30);
/** Pairs of contacts whose merges are undone around one kill. */
const PAIRS_AT_ONCE = 4;
const MESSAGES = 3;
const END_MS = sized(120_000, 300_000);

/** A contact that was merged, and the one that it was merged into. */
interface Pair {
  source: string;
  target: string;
}
type Rig = Awaited<ReturnType<typeof setUpRig>>;
type Rows = Awaited<ReturnType<typeof contactRows>>;

/** Calls the API; null when the connection broke. */
const tryApi = ({ server, workspace }: Rig, method: string, path: string, body?: unknown) =>
  call(`${server.url}/api/v1${path}`, { method, body, headers: bearer(workspace.apiKey) }).catch(() => null);

async function api(rig: Rig, method: string, path: string, body?: unknown): Promise<Answer['body']> {
  const answer = await tryApi(rig, method, path, body);
  expect([method, path, answer?.status], JSON.stringify(answer?.body)).toEqual([method, path, 200]);
  return answer?.body;
}

/** Creates pairs of contacts, each with messages, tags and a label of its own, in both directions. */
async function createPairs(rig: Rig, count: number): Promise<Pair[]> {
  const phones = Array.from({ length: 2 * count }, (_, index) => `155504${String(10_000 + index)}`);
  for (let message = 0; message < MESSAGES; message += 1)
    for (const phone of phones)
      expect(await postRaw(rig, inboundCallback(phone, `${message} from ${phone}`).raw)).toBe(200);
  const [row] = await eventually(async () => {
    const rows = await rig.database.select<{ count: number }>(
      "SELECT COUNT(*) AS count FROM messages WHERE tenant_id = :t AND direction = 'inbound'",
      { t: rig.workspace.tenantKey },
    );
    return Number(rows[0]?.count) === MESSAGES * phones.length && rows;
  }, END_MS);
  expect(Number(row?.count)).toBe(MESSAGES * phones.length);
  const ids: string[] = [];
  for (const [index, phone] of phones.entries()) {
    const { id } = await api(rig, 'GET', `/contacts/${phone}`);
    await api(rig, 'PATCH', `/contacts/${id}`, { name: `Person ${index}`, addTags: [`t${index}`] });
    ids.push(id);
  }
  return Array.from({ length: count }, (_, index) => ({
    source: ids[2 * index] ?? '',
    target: ids[2 * index + 1] ?? '',
  }));
}

/** Returns the contacts that answer to their own id; one that is merged answers with the other's. */
async function isSplit(rig: Rig, { source }: Pair): Promise<boolean> {
  const rows = await rig.database.select('SELECT 1 AS one FROM contacts WHERE tenant_id = :t AND id = :id', {
    ...{ t: rig.workspace.tenantKey, id: decodeId(source) },
  });
  return rows.length === 1;
}

it(
  `${KILLS} times kill -9 in the undo of merges: each pair is merged or as before, and nothing between`,
  async () => {
    const rig = await setUpRig();
    const { database, workspace } = rig;
    const rowsOf = async (id: string): Promise<Rows> => {
      // Figures follow events, some time later.
      const { insight_conversations: _, ...rows } = await contactRows(
        database,
        workspace.tenantKey,
        decodeId(id),
      );
      return rows;
    };
    const pairs = await createPairs(rig, KILLS * PAIRS_AT_ONCE);
    await untilSent(rig, END_MS);
    await settle(rig, END_MS);
    const before = new Map<string, Rows>();
    for (const { source, target } of pairs)
      for (const id of [source, target]) before.set(id, await rowsOf(id));
    for (const { source, target } of pairs)
      await api(rig, 'POST', `/contacts/${source}/merge`, { into: target });
    const merged = new Map<string, Rows>();
    for (const { target } of pairs) merged.set(target, await rowsOf(target));

    const undo = (source: string) => tryApi(rig, 'POST', `/contacts/${source}/merge/undo`);
    /** Either all rows of both are those of before the merge, or all are those of after it. */
    const expectWhole = async (pair: Pair): Promise<boolean> => {
      const { source, target } = pair;
      const split = await isSplit(rig, pair);
      expectSameRows(await rowsOf(target), (split ? before : merged).get(target) ?? {});
      if (split) expectSameRows(await rowsOf(source), before.get(source) ?? {});
      return split;
    };
    const outcomes = { answered: 0, done: 0, notDone: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const chosen = pairs.slice(kill * PAIRS_AT_ONCE, (kill + 1) * PAIRS_AT_ONCE);
      const calls = chosen.map(({ source }) => undo(source));
      // Early, late and between: the first answer is the time after which one is certainly done.
      if (kill % 2 === 1) await Promise.race(calls);
      else await sleep(3 + ((kill * 13) % 61));
      await rig.server.kill();
      const answers = await Promise.all(calls);
      for (const [index, pair] of chosen.entries()) {
        const split = await expectWhole(pair);
        // An undo that was answered is done.
        if (answers[index]?.status === 200) expect(split, pair.source).toBe(true);
        if (answers[index]) outcomes.answered += 1;
        else if (split) outcomes.done += 1;
        else outcomes.notDone += 1;
      }
      await rig.server.start();
      await connect(rig);
      await expireLanes(rig);
      // A repeated call ends it, once.
      for (const pair of chosen) {
        const answer = await eventually(async () => undo(pair.source), END_MS);
        expect([200, 404]).toContain(answer.status);
        expect(await expectWhole(pair)).toBe(true);
      }
    }
    console.log(`${KILLS} kills around ${pairs.length} undos: ${JSON.stringify(outcomes)}`);
    expect(outcomes.answered, 'some were done before a kill').toBeGreaterThan(0);
    expect(outcomes.done + outcomes.notDone, 'some were under way at a kill').toBeGreaterThan(0);

    await settle(rig, END_MS);
    for (const pair of pairs) expect(await expectWhole(pair)).toBe(true);
    const splits = await database.select<{ id: string; count: number }>(
      `SELECT JSON_UNQUOTE(JSON_EXTRACT(payload, '$.contact.id')) AS id, COUNT(*) AS count FROM events
       WHERE tenant_id = :t AND name = 'contact.created' AND JSON_EXTRACT(payload, '$.splitFrom') IS NOT NULL
       GROUP BY id`,
      { t: workspace.tenantKey },
    );
    expect(splits.map(({ id, count }) => [id, Number(count)]).toSorted()).toEqual(
      pairs.map(({ source }) => [source, 1]).toSorted(),
    );
    const [messages] = await database.select<{ count: number }>(
      'SELECT COUNT(DISTINCT platform_id) AS count FROM messages WHERE tenant_id = :t AND contact_id IN (:ids)',
      { t: workspace.tenantKey, ids: pairs.flatMap(({ source, target }) => [source, target].map(decodeId)) },
    );
    expect(Number(messages?.count)).toBe(2 * pairs.length * MESSAGES);
    await expectConsistent(rig);
  },
  8 * END_MS,
);
