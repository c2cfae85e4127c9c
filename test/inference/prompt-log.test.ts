import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { promptRetention } from '../../server/features/inference/prompt-log/prompt-retention.ts';
import { systemClock } from '../../server/kernel/clock/clock.ts';
import type { Worker } from '../../shared/contract/inference/inference-workers.contract.ts';
import { eventually } from '../helpers/platform.ts';
import { sweep } from '../helpers/sweep.ts';
import {
  call,
  createWorkspace,
  signIn,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

const DAY_MS = 86_400_000;

/** Finds a text anywhere in the database, as `table.column`. */
async function whereIs(database: Database, marker: string): Promise<string[]> {
  const columns = await database.select<{ name: string; field: string }>(
    `SELECT table_name AS name, column_name AS field FROM information_schema.columns
     WHERE table_schema = DATABASE()
       AND data_type IN ('char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext', 'json',
         'blob', 'mediumblob', 'longblob', 'varbinary')`,
  );
  const found: string[] = [];
  for (const { name, field } of columns) {
    const sql = `/* system: housekeeping */ SELECT 1 FROM \`${name}\` WHERE INSTR(CONVERT(\`${field}\` USING utf8mb4), :marker) > 0`;
    const rows = await database.select(sql, { marker });
    for (const _ of rows) found.push(`${name}.${field}`);
  }
  expect(columns.length).toBeGreaterThan(100);
  return found;
}

describe('the prompt log', () => {
  let server: TestServer;
  let worker: TestInference;
  let forwarding: TestInference;
  let mine: TestWorkspace;
  let theirs: TestWorkspace;
  let key: string;
  let theirKey: string;
  beforeAll(async () => {
    server = await startTestServer();
    [mine, theirs] = [await createWorkspace(server), await createWorkspace(server)];
    worker = await startInference({ apiServer: server });
    key = (await worker.key(mine.scope)).key;
    theirKey = (await worker.key(theirs.scope)).key;
    const upstreamKey = (await worker.key(theirs.scope)).key;
    forwarding = await startInference({
      apiServer: server,
      env: { INFERENCE_UPSTREAM: worker.url, INFERENCE_UPSTREAM_KEY: upstreamKey },
    });
    await eventually(async () => (await fetch(`${forwarding.root}/health`)).ok);
    // The playground uses the status that workers store every second.
    await eventually(async () => {
      const { data } = (await mine.dashboard('GET', '/inference-workers')).body;
      return data.filter((one: Worker) => one.isOnline && one.status.state === 'ready').length === 2;
    });
  });
  afterAll(async () => {
    await forwarding.stop();
    await worker.stop();
    await server.stop();
  });

  const choose = (keeps: boolean, days = 30, by = mine) =>
    by.dashboard('PUT', '/prompt-log-settings', { keeps, days });
  const list = async (by = mine) => (await by.dashboard('GET', '/prompt-log')).body.data;
  const open = async (id: string, by = mine) => (await by.dashboard('GET', `/prompt-log/${id}`)).body;
  const body = (marker: string, more: object = {}) => ({
    model: MODEL,
    messages: [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: marker },
    ],
    max_tokens: 8,
    ...more,
  });
  const ask = (marker: string, more: object = {}, by = key, at = worker) =>
    call(`${at.url}/chat/completions`, {
      method: 'POST',
      body: body(marker, more),
      headers: { authorization: `Bearer ${by}` },
    });
  const logged = () => [...worker.logs, ...forwarding.logs, ...server.logs].join('\n');
  /** Reads the start of an endless response, then disconnects. */
  async function leave(marker: string, at = worker): Promise<void> {
    const stream = await at.client(key).chat.completions.create({ ...body(marker, ENDLESS), stream: true });
    let pieces = 0;
    for await (const _ of stream) {
      pieces += 1;
      if (pieces === 10) break;
    }
  }
  const idle = () =>
    expect.poll(() => worker.inference.scheduler.counts()).toEqual({ waiting: 0, running: 0, leaving: 0 });

  it('stores nothing unless the workspace enables it', async () => {
    expect((await mine.dashboard('GET', '/prompt-log-settings')).body).toEqual({
      keeps: false,
      days: 30,
      kept: 0,
    });
    const marker = 'XYZZY-never-to-be-seen';
    expect((await ask(marker)).status).toBe(200);
    expect((await ask(marker, { stream: true })).status).toBe(200);
    expect((await ask(marker, { stream: true }, key, forwarding)).status).toBe(200);
    expect((await ask(marker.repeat(400))).status).toBe(400);
    expect((await ask(marker, { stop: marker, temperature: 9 })).status).toBe(400);
    expect((await ask(marker, {}, 'sk-svc-wrong')).status).toBe(401);
    await leave(marker);
    const play = { keyId: null, messages: [{ role: 'user', content: marker }], temperature: 1, maxTokens: 4 };
    expect((await mine.dashboard('POST', '/playground', play)).status).toBe(200);
    await idle();
    expect(logged()).not.toContain('XYZZY');
    expect(await whereIs(server.container.database, 'XYZZY')).toEqual([]);
  });

  it('stores each call once, with the caller: unstreamed, streamed, from the playground, through another engine', async () => {
    expect((await choose(true)).status).toBe(200);
    const whole = await ask('PLUGH-whole');
    const streamed = await ask('PLUGH-streamed', { stream: true });
    expect((await ask('PLUGH-forwarded', {}, key, forwarding)).status).toBe(200);
    const forwarded = await ask('PLUGH-piecewise', { stream: true }, key, forwarding);
    const messages = [{ role: 'user', content: 'PLUGH-played' }];
    await mine.dashboard('POST', '/playground', { keyId: null, messages, temperature: 1, maxTokens: 4 });
    await expect.poll(async () => (await list()).length).toBe(5);

    for (const name of ['whole', 'streamed', 'forwarded', 'piecewise', 'played']) {
      expect(await whereIs(server.container.database, `PLUGH-${name}`), name).toEqual(['prompt_log.prompt']);
    }
    expect(logged()).not.toContain('PLUGH');
    const entries = await Promise.all((await list()).map(({ id }: { id: string }) => open(id)));
    const of = (name: string) => entries.find(({ prompt }) => prompt.includes(`PLUGH-${name}`));
    expect(of('whole')).toMatchObject({
      by: { kind: 'key', name: 'test' },
      model: MODEL,
      answer: whole.body.choices[0].message.content,
      promptTokens: whole.body.usage.prompt_tokens,
      completionTokens: whole.body.usage.completion_tokens,
      finishReason: whole.body.choices[0].finish_reason,
    });
    expect(JSON.parse(of('whole').prompt)).toMatchObject(body('PLUGH-whole').messages);
    const textOf = (events: string) =>
      [...events.matchAll(/^data: (\{.*)$/gm)]
        .map(([, data = '']) => JSON.parse(data).choices[0]?.delta?.content ?? '')
        .join('');
    expect(of('streamed').answer).toBe(textOf(streamed.body));
    expect(of('piecewise').answer).toBe(textOf(forwarded.body));
    expect(of('piecewise').promptTokens).toBeGreaterThan(0);
    expect(of('forwarded').finishReason).toMatch(/stop|length/);
    expect(of('played').by).toEqual({ kind: 'user', name: expect.stringContaining('Owner') });
    expect(of('played').durationMs).toBeGreaterThanOrEqual(0);
  });

  it('stores the partial response of a caller who disconnected, and of an engine that crashed', async () => {
    await leave('PLOVER-left');
    await leave('PLOVER-away', forwarding);
    const stream = await worker
      .client(key)
      .chat.completions.create({ ...body('PLOVER-broken', ENDLESS), stream: true });
    const reading = (async () => {
      let pieces = 0;
      for await (const _ of stream) {
        pieces += 1;
        if (pieces === 8) process.kill(worker.enginePid(), 'SIGKILL');
      }
    })();
    await expect(reading).rejects.toThrow('engine ended');
    await expect.poll(async () => (await list()).length).toBe(8);
    const entries = await Promise.all((await list()).map(({ id }: { id: string }) => open(id)));
    for (const [name, reason] of [
      ['left', 'aborted'],
      ['away', 'aborted'],
      ['broken', 'error'],
    ]) {
      const entry = entries.find(({ prompt }) => prompt.includes(`PLOVER-${name}`));
      expect(entry.finishReason, name).toBe(reason);
      expect(entry.answer, name).toMatch(/^a{5}/);
    }
    await expect.poll(() => worker.inference.scheduler.engine.state).toBe('ready');
  });

  it('stores tool calls, and only the beginning of very long texts', async () => {
    const tool = { type: 'function', function: { name: 'look', parameters: { type: 'object' } } };
    await ask('TOOLS', {
      max_tokens: 200,
      tools: [tool],
      tool_choice: 'required',
      parallel_tool_calls: false,
    });
    const long = `LONG${'x'.repeat(150_000)}`;
    // Through the other engine, because our own model rejects such a long prompt.
    await ask('short', { messages: [{ role: 'user', content: long }] }, key, forwarding);
    await expect.poll(async () => (await list()).length).toBe(10);
    const [longest, tools] = await Promise.all(
      (await list()).slice(0, 2).map(({ id }: { id: string }) => open(id)),
    );
    expect(tools.answer).toMatch(/^look\(\{.*\}\)$/);
    expect(longest.prompt.length).toBeLessThan(100_100);
    expect(longest.prompt).toMatch(/… \(\d+ more characters\)$/);
    expect(longest.finishReason).toBe('error');
  });

  it('is paged by cursor', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page += 1) {
      const { body: answer } = await mine.dashboard('GET', `/prompt-log?limit=3${cursor}`);
      seen.push(...answer.data.map(({ id }: { id: string }) => id));
      cursor = answer.nextCursor ? `&cursor=${answer.nextCursor}` : cursor;
      expect(answer.nextCursor === null).toBe(page === 3);
    }
    expect(new Set(seen).size).toBe(10);
  });

  it('is not visible to another workspace', async () => {
    expect((await ask('GRUE-of-another', {}, theirKey)).status).toBe(200);
    await choose(true, 30, theirs);
    await ask('GRUE-kept', {}, theirKey);
    await expect.poll(async () => (await list(theirs)).length).toBe(1);
    const [theirEntry] = await list(theirs);
    const ids = (await list()).map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(theirEntry.id);
    const foreign = await mine.dashboard('GET', `/prompt-log/${theirEntry.id}`);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'prompt_log_entry_not_found']);
    const { body: cursor } = await theirs.dashboard('GET', '/prompt-log?limit=1');
    expect(cursor.nextCursor).toBeNull();
    const mineFirst = (await mine.dashboard('GET', '/prompt-log?limit=1')).body.nextCursor;
    expect((await theirs.dashboard('GET', `/prompt-log?cursor=${mineFirst}`)).status).toBe(400);
    expect(await whereIs(server.container.database, 'GRUE-of-another')).toEqual([]);
  });

  it('is deleted after its retention time, which also applies to older entries when it changes', async () => {
    const { database } = server.container;
    const left = async () => (await mine.dashboard('GET', '/prompt-log-settings')).body.kept;
    const before = await left();
    const now = Date.now();
    const clockAt = (days: number) => ({ ...systemClock, now: () => new Date(now + days * DAY_MS) });
    const purgeAt = (days: number) => sweep(promptRetention({ db: database, clock: clockAt(days) }));
    expect(await purgeAt(29.9)).toBe(0);
    await choose(true, 3);
    expect(await purgeAt(2.9)).toBe(0);
    expect(await left()).toBe(before);
    // The other workspace keeps its entries.
    expect(await purgeAt(3.1)).toBe(before);
    expect([await left(), (await list(theirs)).length]).toEqual([0, 1]);
    expect(await whereIs(database, 'PLUGH')).toEqual([]);
    // With a shorter retention time, an expired entry is hidden even before it is deleted.
    await ask('late');
    await expect.poll(left).toBe(1);
    await database.run(
      'UPDATE prompt_log SET asked_at = asked_at - INTERVAL 2 DAY WHERE tenant_id = :tenantId',
      { tenantId: mine.scope.key },
    );
    await choose(true, 1);
    expect([await left(), await list()]).toEqual([0, []]);
    expect(await sweep(promptRetention({ db: database, clock: systemClock }))).toBe(1);
  });

  it('stops when it is disabled, also for responses in progress; the owner can delete everything', async () => {
    await choose(true);
    await ask('SPELUNK-one');
    const { length } = await list();
    const writing = leave('SPELUNK-two');
    await choose(false);
    await writing;
    await idle();
    await ask('SPELUNK-three');
    expect(await list()).toHaveLength(length);
    expect(await whereIs(server.container.database, 'SPELUNK-two')).toEqual([]);
    expect((await mine.dashboard('DELETE', '/prompt-log')).body).toEqual({ deleted: length });
    expect(await list()).toEqual([]);
    expect(await list(theirs)).toHaveLength(1);
  });

  it('is configured by owners, readable by admins, and its changes are in the audit log', async () => {
    const asked = async (role: string) => {
      const email = `prompts-${role}@example.test`;
      await mine.addMember({ name: role, email, password: 'correct horse', role });
      const headers = { cookie: await signIn(server, email, 'correct horse') };
      const at = (path: string, method = 'GET', given?: object) =>
        call(`${server.url}/api/dashboard${path}`, { method, headers, body: given }).then(
          ({ status }) => status,
        );
      return [
        await at('/prompt-log'),
        await at('/prompt-log-settings'),
        await at('/prompt-log-settings', 'PUT', { keeps: true, days: 30 }),
        await at('/prompt-log', 'DELETE'),
      ];
    };
    expect(await asked('admin')).toEqual([200, 200, 403, 403]);
    expect(await asked('staff')).toEqual([403, 403, 403, 403]);
    for (const days of [0, 366, 1.5]) expect((await choose(true, days)).status).toBe(400);
    await choose(true, 14);
    const log = (await mine.dashboard('GET', '/audit-log')).body.data;
    expect(log[0]).toMatchObject({
      action: 'prompt_log.changed',
      target: { kind: 'prompt_log', label: 'kept for 14 days' },
      actor: { kind: 'user' },
    });
    const actions = log.map(({ action, target }: never) => [action, (target as { label: string }).label]);
    expect(actions).toContainEqual(['prompt_log.cleared', expect.stringMatching(/^\d+ entries$/)]);
    expect(actions).toContainEqual(['prompt_log.changed', 'not kept']);
  });
});
