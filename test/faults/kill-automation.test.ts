import { expect, it } from 'vitest';
import { sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { call, signIn } from '../helpers/test-server.ts';
import { killAndRestart, platformSends } from './broadcast-rig.ts';
import { setUpRig } from './fault-rig.ts';
import { expectConsistent, expireLanes, settle, untilSent } from './invariants.ts';

const KILLS = sized(3, 30);
/** Customers who write before each kill. */
const AT_ONCE = 20;
const PEOPLE = KILLS * AT_ONCE;
const END_MS = sized(120_000, 300_000);

type Rig = Awaited<ReturnType<typeof setUpRig>>;

const WELCOME = 'Welcome';
const PRICE = 'It is 12.';

/** Creates a label and two rules: both start with the same message, and one does several things. */
async function createRules({ server }: Rig): Promise<void> {
  const cookie = await signIn(server, 'owner@example.test', 'correct horse battery');
  const post = async (path: string, body: object) => {
    const answer = await call(`${server.url}/api/dashboard${path}`, {
      ...{ method: 'POST', body, headers: { cookie } },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const label = await post('/labels', { name: 'Prices', color: 'blue' });
  const shared = { conditions: [], pauseHours: 1, isEnabled: true };
  await post('/automation-rules', {
    ...{ name: 'Welcome', trigger: { kind: 'conversation_started', reopened: false }, ...shared },
    actions: [{ kind: 'text', text: WELCOME }],
  });
  await post('/automation-rules', {
    ...{ name: 'Price', trigger: { kind: 'keyword', words: ['price'], match: 'contains' }, ...shared },
    actions: [{ kind: 'text', text: PRICE }, { kind: 'label', labelId: label.id }, { kind: 'webhook' }],
  });
}

/** Returns how many runs have this result. */
async function countRuns({ database, workspace }: Rig, result: string): Promise<number> {
  const [row] = await database.select<{ count: number }>(
    'SELECT COUNT(*) AS count FROM automation_runs WHERE tenant_id = :t AND result = :result',
    { t: workspace.tenantKey, result },
  );
  return Number(row?.count);
}

it(
  `${KILLS} times kill -9 between a message and what its rules do: each action once`,
  async () => {
    const rig = await setUpRig();
    const { database, platform, workspace } = rig;
    await createRules(rig);
    const phones = Array.from({ length: PEOPLE }, (_, index) => `155503${String(10_000 + index)}`);
    const [waiting, done]: [number[], number[]] = [[], []];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const writing = phones.slice(kill * AT_ONCE, (kill + 1) * AT_ONCE);
      await Promise.all(writing.map((phone) => platform.customerWrites(phone, 'What is the price?')));
      // In turn: once some messages have started rules, and once some runs have been done.
      const [matched, finished] = [kill * AT_ONCE * 2, await countRuns(rig, 'done')];
      const some = 1 + ((kill * 7) % AT_ONCE);
      await eventually(async () => {
        const done = await countRuns(rig, 'done');
        if (kill % 2 === 1) return done >= finished + some;
        return (await countRuns(rig, 'waiting')) + done >= matched + some;
      }, END_MS);
      await rig.server.kill();
      waiting.push(await countRuns(rig, 'waiting'));
      done.push(await countRuns(rig, 'done'));
      await killAndRestart(rig);
      await expireLanes(rig);
    }
    await eventually(async () => (await countRuns(rig, 'done')) === 2 * PEOPLE, END_MS);
    await untilSent(rig, END_MS);
    await settle(rig, END_MS);

    console.log(`${KILLS} kills; runs that waited at each: ${waiting.join(', ')}; done: ${done.join(', ')}`);
    expect(Math.max(...waiting), 'a kill is between a match and its actions').toBeGreaterThan(0);
    expect(Math.max(...done), 'a kill is between the actions of several runs').toBeGreaterThan(0);
    const sent = new Map<string, string[]>(phones.map((phone) => [phone, []]));
    for (const { waId, text } of await platformSends(rig)) sent.get(waId)?.push(text);
    const wrong = [...sent].filter(([, texts]) => texts.toSorted().join('|') !== `${PRICE}|${WELCOME}`);
    expect(wrong, 'each customer gets each message once').toEqual([]);
    const [counts] = await database.select<Record<string, number>>(
      `SELECT (SELECT COUNT(*) FROM automation_runs WHERE tenant_id = :t) AS runs,
         (SELECT COUNT(*) FROM conversation_labels WHERE tenant_id = :t) AS labels,
         (SELECT COUNT(*) FROM events WHERE tenant_id = :t AND name = 'automation.triggered') AS events`,
      { t: workspace.tenantKey },
    );
    expect(counts).toEqual({ runs: 2 * PEOPLE, labels: PEOPLE, events: PEOPLE });
    await expectConsistent(rig);
  },
  sized(180_000, 1_200_000),
);
