import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inferenceKeyUsage } from '../../server/features/inference/keys/inference-keys.service.ts';
import { listWorkers } from '../../server/features/inference/workers/inference-workers.service.ts';
import { callModel } from '../../server/flows/assist/call-model.ts';
import { encodeId, newKey } from '../../server/kernel/ids.ts';
import type { TenantScope } from '../../server/kernel/tenancy/tenant-scope.ts';
import { eventually } from '../helpers/platform.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';
import { call } from '../helpers/test-server.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';
import { type ModelServerProcess, prepareModelServer } from './model-server-process.ts';

/** Three model servers of one database, in processes of their own, as on three machines. */
let database: TestDatabase;
let servers: [ModelServerProcess, ModelServerProcess, ModelServerProcess];
let front: TestInference;
let scope: TenantScope;
let key: string;

const PATIENCE = { timeout: 60_000, interval: 50 };
const CALLERS = 8;

beforeAll(async () => {
  database = await createTestDatabase();
  const prepare = () => prepareModelServer(database.url, { DRAIN_DELAY_SECONDS: '8' });
  servers = [await prepare(), await prepare(), await prepare()];
  const apiServer = { databaseUrl: database.url };
  // Migrates the database, and makes the key before there is anything to forward to.
  const first = await startInference({ apiServer, env: { INFERENCE_UPSTREAM: servers[0].url } });
  scope = await first.tenant();
  const upstream = await first.key(await first.tenant());
  await first.stop();
  for (const server of servers) await server.start();
  front = await startInference({
    apiServer,
    env: {
      INFERENCE_UPSTREAM: servers.map(({ url }) => url).join(','),
      INFERENCE_UPSTREAM_KEY: upstream.key,
    },
  });
  await eventually(async () => (await metric('ready')).every(([, ready]) => ready === 1), 60_000);
  key = (await front.key(scope)).key;
}, 240_000);
afterAll(async () => {
  await front?.stop();
  await Promise.all((servers ?? []).map((server) => server.remove()));
  await database?.drop();
});

/** Returns a metric of each server, in their order. */
async function metric(name: string, outcome?: string): Promise<[host: string, value: number][]> {
  const text: string = (await call(`${front.root}/metrics`)).body;
  const suffix = outcome === undefined ? '' : `,outcome="${outcome}"`;
  return servers.map(({ host }) => {
    const start = `inference_upstream_${name}{upstream="${host}"${suffix}} `;
    const line = text.split('\n').find((one) => one.startsWith(start));
    return [host, Number(line?.slice(start.length) ?? 0)];
  });
}

const amountOf = async (name: string, { host }: ModelServerProcess, outcome?: string) =>
  (await metric(name, outcome)).find(([one]) => one === host)?.[1] ?? 0;

interface Outcome {
  /** Null for an answer. */
  error: unknown;
  /** Whether a piece of text had arrived. */
  hasBegun: boolean;
}

/** Makes calls one after the other until stopped, at the latest at the end of the test; returns how each ended. */
function keepCalling(make: (round: number) => Promise<Outcome>) {
  const outcomes: Outcome[] = [];
  let isStopped = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let round = caller; !isStopped; round += CALLERS) outcomes.push(await make(round));
  });
  const stop = async () => {
    isStopped = true;
    await Promise.all(callers);
    return outcomes;
  };
  onTestFinished(async () => void (await stop()));
  return { outcomes, stop };
}

/** Calls the front: every second call is streamed. Twelve conversations take turns. */
async function throughTheFront(round: number): Promise<Outcome> {
  const messages = [{ role: 'user' as const, content: `Conversation ${round % 12}: hello` }];
  const asked = { model: MODEL, messages, max_tokens: 40, seed: round };
  const client = front.client(key);
  let hasBegun = false;
  try {
    if (round % 2 === 0) await client.chat.completions.create(asked);
    else {
      for await (const { choices } of await client.chat.completions.create({ ...asked, stream: true }))
        if (choices[0]?.delta.content) hasBegun = true;
    }
    return { error: null, hasBegun };
  } catch (error) {
    return { error, hasBegun };
  }
}

const failures = (outcomes: readonly Outcome[]) => outcomes.filter(({ error }) => error !== null);
/** The calls that failed although nothing of an answer had arrived. */
const lost = (outcomes: readonly Outcome[]) =>
  failures(outcomes).flatMap(({ error, hasBegun }) => (hasBegun ? [] : [String(error)]));

describe('three engines behind one endpoint', () => {
  const used = async () => (await inferenceKeyUsage(front.contextFor(scope), 1)).data;
  let counted = 0;

  it('the turns of a conversation are answered by one of them, which has read the beginning', async () => {
    const before = await metric('requests_total', 'answered');
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'word '.repeat(200) }];
    const cached: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const { choices, usage } = await front
        .client(key)
        .chat.completions.create({ model: MODEL, messages, max_tokens: 4, seed: turn });
      cached.push(usage?.prompt_tokens_details?.cached_tokens ?? 0);
      messages.push({ role: 'assistant', content: choices[0]?.message.content ?? '' });
      messages.push({ role: 'user', content: `Turn ${turn}` });
    }
    const after = await metric('requests_total', 'answered');
    const gained = after.map(([, value], at) => value - (before[at]?.[1] ?? 0));
    expect(gained.toSorted((one, other) => one - other)).toEqual([0, 0, 5]);
    for (const tokens of cached.slice(1)) expect(tokens).toBeGreaterThan(200);
    counted += 5;
  });

  it('one is drained under load: it gets nothing new, finishes what it has, and no call fails', async () => {
    const [drained] = servers;
    const load = keepCalling(throughTheFront);
    await expect.poll(() => amountOf('requests_processing', drained), PATIENCE).toBeGreaterThan(0);
    const ended = drained.terminate();
    await expect.poll(() => amountOf('ready', drained), PATIENCE).toBe(0);
    await expect.poll(() => amountOf('requests_processing', drained), PATIENCE).toBe(0);
    const isStillThere = !drained.hasEnded();
    const answered = await amountOf('requests_total', drained, 'answered');
    expect(await ended).toBe(0);
    const outcomes = await load.stop();
    expect(isStillThere).toBe(true);
    expect(await amountOf('requests_total', drained, 'answered')).toBe(answered);
    expect(failures(outcomes).map(({ error }) => String(error))).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(CALLERS);
    counted += outcomes.length;
  });

  it('its replacement is used as soon as it answers', async () => {
    const [replaced] = servers;
    await replaced.start();
    await expect.poll(() => amountOf('ready', replaced), PATIENCE).toBe(1);
    const before = await amountOf('requests_total', replaced, 'answered');
    const load = keepCalling(throughTheFront);
    await expect
      .poll(() => amountOf('requests_total', replaced, 'answered'), PATIENCE)
      .toBeGreaterThan(before);
    const outcomes = await load.stop();
    expect(failures(outcomes)).toEqual([]);
    counted += outcomes.length;
  });

  it('one is killed under load: only calls that had begun to answer fail, and each is counted once', async () => {
    const [, killed] = servers;
    const load = keepCalling(throughTheFront);
    await expect.poll(() => amountOf('requests_processing', killed), PATIENCE).toBeGreaterThan(0);
    await killed.kill();
    await expect.poll(() => amountOf('ready', killed), PATIENCE).toBe(0);
    const sofar = load.outcomes.length;
    await expect.poll(() => load.outcomes.length, PATIENCE).toBeGreaterThan(sofar + 2 * CALLERS);
    const outcomes = await load.stop();
    expect(lost(outcomes)).toEqual([]);
    expect(failures(outcomes).length).toBeLessThanOrEqual(CALLERS);
    expect(
      (await amountOf('requests_total', killed, 'broken')) +
        (await amountOf('requests_total', killed, 'refused')),
    ).toBeGreaterThan(0);
    counted += outcomes.length;
    await expect
      .poll(async () => (await used()).reduce((sum, { calls }) => sum + calls, 0), PATIENCE)
      .toBe(counted);
  });

  it('the owner sees which one is away, and why', async () => {
    const settings = { inferenceUrl: front.url, rule: 'always' as const };
    const view = async () =>
      (await listWorkers({ db: front.database }, settings)).data.find(({ details }) => details?.upstreams);
    await expect
      .poll(async () => (await view())?.details?.upstreams?.map(({ state }) => state), PATIENCE)
      .toEqual(['ready', 'away', 'ready']);
    const [, away] = (await view())?.details?.upstreams ?? [];
    expect(away).toMatchObject({ host: servers[1].host, error: expect.stringContaining('ECONNREFUSED') });
    expect((await view())?.status.state).toBe('ready');
  });
});

describe('three workers of one dashboard', () => {
  // An answer with an end: one that is cut off counts as failed, and this model writes on until it is.
  const parts = Array.from({ length: 8 }, (_, index) => [`part${index}`, { enum: ['yes', 'no'] }] as const);
  const schema = {
    name: 'parts',
    schema: {
      type: 'object',
      properties: Object.fromEntries(parts),
      required: parts.map(([name]) => name),
      additionalProperties: false,
    },
  };
  const conversations = Array.from({ length: 12 }, () => encodeId('conversation', newKey()));

  async function fromTheDashboard(round: number): Promise<Outcome> {
    let hasBegun = false;
    const answer = await callModel(front.contextFor(scope), {
      system: 'You answer customers.',
      prompt: `Round ${round}`,
      schema,
      conversationId: conversations[round % conversations.length] ?? '',
      language: null,
      maxTokens: 400,
      temperature: 0,
      requestClass: 1,
      deadlineMs: 60_000,
      onText: () => {
        hasBegun = true;
      },
    });
    return { error: answer.state === 'ok' ? null : answer.state, hasBegun };
  }
  const online = async () =>
    (await listWorkers({ db: front.database }, { inferenceUrl: front.url, rule: 'always' })).data
      .filter(({ isOnline, status }) => isOnline && status.state === 'ready')
      .flatMap(({ details }) => details?.address ?? [])
      .toSorted();

  it('one is drained and one killed under load: no call fails that had not begun to answer', async () => {
    const [drained, killed, left] = servers;
    await killed.start();
    await expect
      .poll(async () => (await online()).filter((address) => address !== front.url), PATIENCE)
      .toEqual(servers.map(({ url }) => url).toSorted());
    const load = keepCalling(fromTheDashboard);
    await expect.poll(() => load.outcomes.length, PATIENCE).toBeGreaterThan(CALLERS);
    expect(await drained.terminate()).toBe(0);
    // A drain interrupts nothing.
    expect(failures(load.outcomes)).toEqual([]);
    await killed.kill();
    const sofar = load.outcomes.length;
    await expect.poll(() => load.outcomes.length, PATIENCE).toBeGreaterThan(sofar + 2 * CALLERS);
    const outcomes = await load.stop();
    expect(lost(outcomes)).toEqual([]);
    expect(failures(outcomes).length).toBeLessThanOrEqual(CALLERS);
    expect(left.hasEnded()).toBe(false);
    await eventually(async () => !(await online()).includes(killed.url), 20_000);
  });
});
