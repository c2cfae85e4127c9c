import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInternalPass } from '../../server/features/inference/index.ts';
import { cachePlace, wipeCaches } from '../../server/inference/prompt-cache/cache-place.ts';
import { newId } from '../../server/kernel/ids.ts';
import { searchEverything } from '../helpers/search-everything.ts';
import { call, createWorkspace, type TestWorkspace } from '../helpers/test-server.ts';
import { type AssistRig, startAssist } from './assist-rig.ts';

/** What only a customer wrote. */
const MARKER = 'quetzalcached';
/** Many more than the engine has slots. */
const OTHERS = 6;
const PATIENT = { timeout: 20_000 };

const placeOf = (dataDir: string) =>
  cachePlace({ dataDir, inferencePort: 0, modelCacheBytes: 1_024 ** 3 })?.folder ?? '';

describe('conversations that were read ahead', () => {
  let rig: AssistRig;
  let folder: string;
  let other: TestWorkspace;
  beforeAll(async () => {
    rig = await startAssist('tiny');
    folder = placeOf(rig.worker.dataDir);
    other = await createWorkspace(rig.messaging.server);
  });
  afterAll(() => rig.stop());

  let made = 0;
  /** Lets a customer write, and returns their conversation. */
  async function conversation(text = 'Hello'): Promise<{ id: string; phone: string }> {
    made += 1;
    const phone = `155501030${String(10 + made)}`;
    await rig.messaging.hello(phone, text);
    return { id: await rig.conversationOf(phone), phone };
  }

  /** Sends what the assistant sends: a prompt that begins with a conversation. */
  async function ask(id: string, content: string, more: object = {}, workspace = rig.messaging.workspace) {
    const ctx = rig.messaging.server.container.contextFor(workspace.scope);
    const { status, body } = await call(`${rig.worker.url}/chat/completions`, {
      method: 'POST',
      body: {
        ...{
          model: 'default',
          messages: [{ role: 'user', content }],
          max_tokens: 0,
          temperature: 0,
          seed: 1,
        },
        ...more,
      },
      headers: {
        ...{ authorization: `Bearer ${createInternalPass(ctx, null)}`, 'x-request-class': '2' },
        'x-conversation': id,
      },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const { prompt_tokens: tokens, prompt_tokens_details: details } = body.usage;
    return {
      text: body.choices[0].message.content as string,
      isCold: details.cached_tokens < tokens / 2,
      isWarm: details.cached_tokens > tokens * 0.9,
    };
  }

  const prompt = (about: string) => `${about}. ${'The customer asks about a blue lamp. '.repeat(12)}`;
  const files = () => (existsSync(folder) ? readdirSync(folder) : []);
  const kept = () => rig.worker.inference.scheduler.engine.pulse?.kept ?? [];
  const keeps = (id: string) => kept().some((one) => one.conversation === id);
  const restored = () => rig.worker.inference.scheduler.engine.pulse?.cache.restored ?? 0;
  /** Returns whether the cache's files hold a text, as the model's tokens: one for each letter. */
  const filesHold = (text: string) =>
    files().some((name) =>
      readFileSync(join(folder, name)).includes(
        Buffer.from([...text].flatMap((one) => [one.charCodeAt(0), 0, 0, 0])),
      ),
    );
  async function fillSlots(): Promise<void> {
    for (let index = 0; index < OTHERS; index += 1)
      await ask((await conversation()).id, prompt(`Other ${index}`));
  }

  it('are restored when others have had their slot, and give the same answer', async () => {
    const { id } = await conversation();
    const text = prompt('The first');
    const question = `${text} What do we answer?`;
    const answer = { max_tokens: 24 };
    const plain = await ask(id, question, answer);
    await ask(id, text);
    await fillSlots();
    const before = restored();
    const after = await ask(id, question, answer);
    expect([after.text, after.isWarm]).toEqual([plain.text, true]);
    await expect.poll(restored, PATIENT).toBe(before + 1);
  }, 60_000);

  it('share nothing with another workspace', async () => {
    const { id } = await conversation();
    const [one, two] = [prompt('What two workspaces say'), prompt('And once more, what both say')];
    for (const text of [one, two]) {
      await ask(id, text);
      await fillSlots();
    }
    expect((await ask(newId('conversation'), one, {}, other)).isCold).toBe(true);
    // Not even a request that names the other's conversation finds it.
    expect((await ask(id, two, {}, other)).isCold).toBe(true);
    expect((await ask(id, two)).isWarm).toBe(true);
  }, 60_000);

  it('are named by this server alone', async () => {
    const { workspace } = rig.messaging;
    const { key } = await rig.worker.key(workspace.scope);
    const send = (authorization: string, headers: object, id: string) =>
      call(`${rig.worker.url}/chat/completions`, {
        method: 'POST',
        body: { model: 'default', messages: [{ role: 'user', content: 'x' }], max_tokens: 0 },
        headers: { authorization: `Bearer ${authorization}`, 'x-conversation': id, ...headers },
      });
    const { id } = await conversation();
    const foreign = await send(key, {}, id);
    expect([foreign.status, foreign.body.error.param]).toEqual([400, 'X-Conversation']);
    const ctx = rig.messaging.server.container.contextFor(workspace.scope);
    const wrong = await send(createInternalPass(ctx, null), { 'x-request-class': '2' }, 'cv_?');
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'X-Conversation']);
  });

  it('are in files of the cache and nowhere else, and are forgotten with the contact', async () => {
    const { workspace, server } = rig.messaging;
    const { id, phone } = await conversation(`Do you know ${MARKER}?`);
    await ask(id, prompt(`CHAT 1 Customer: Do you know ${MARKER}?`));
    await expect.poll(() => filesHold(MARKER), PATIENT).toBe(true);
    const places = async (): Promise<string[]> => {
      const hits = await searchEverything(server.container.database, rig.worker.dataDir, [MARKER]);
      return [...new Set(hits.map(({ place }) => place.split('.')[0] ?? ''))].sort();
    };
    const before = await places();
    // What the customer wrote is in the tables of messages, of their search and of what happened, and in no table of the model.
    expect(before.filter((place) => /assist|inference|model|prompt|sample|worker|\//.test(place))).toEqual(
      [],
    );
    expect([...server.logs, ...rig.worker.logs].join('\n')).not.toContain(MARKER);
    expect((await workspace.api('DELETE', `/contacts/${phone}`)).status).toBe(200);
    await expect.poll(() => keeps(id), PATIENT).toBe(false);
    expect(filesHold(MARKER)).toBe(false);
    expect((await places()).filter((place) => place.includes('/'))).toEqual([]);
  }, 60_000);

  it('are forgotten when the assistant leaves the contact alone', async () => {
    const { workspace } = rig.messaging;
    const { id } = await conversation();
    const { body } = await workspace.dashboard('GET', `/conversations/${id}`);
    await ask(id, prompt('Left out'));
    await expect.poll(() => keeps(id), PATIENT).toBe(true);
    await workspace.dashboard('PUT', `/contacts/${body.contact.id}/assist`, { isLeftOut: true });
    await expect.poll(() => keeps(id), PATIENT).toBe(false);
  }, 60_000);

  it('are deleted when the engine was killed', async () => {
    const { id } = await conversation();
    await ask(id, prompt('Before the kill'));
    await expect.poll(files, PATIENT).not.toEqual([]);
    process.kill(rig.worker.enginePid(), 'SIGKILL');
    await expect.poll(() => rig.worker.inference.scheduler.engine.state, PATIENT).not.toBe('ready');
    await expect.poll(() => rig.worker.inference.scheduler.engine.state, PATIENT).toBe('ready');
    await expect.poll(kept, PATIENT).toEqual([]);
    expect(files()).toEqual([]);
    expect((await ask(id, prompt('Before the kill'))).isCold).toBe(true);
  }, 60_000);

  it('are forgotten when prepared replies are switched off', async () => {
    const { id } = await conversation();
    await ask(id, prompt('Switched off'));
    await expect.poll(() => keeps(id), PATIENT).toBe(true);
    await rig.messaging.workspace.dashboard('PATCH', '/assist', { modes: { drafts: 'off' } });
    await expect.poll(() => keeps(id), PATIENT).toBe(false);
    await expect.poll(files, PATIENT).toEqual([]);
  }, 60_000);
});

it('nothing is left after a stop, or after the start that follows a crash', async () => {
  const rig = await startAssist('tiny');
  const folder = placeOf(rig.worker.dataDir);
  const disk = join(rig.worker.dataDir, 'run', 'prompt-cache');
  try {
    expect(existsSync(folder)).toBe(true);
  } finally {
    await rig.stop();
  }
  expect([existsSync(folder), existsSync(disk)]).toEqual([false, false]);
  for (const left of [folder, disk]) {
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'left by a crash'), MARKER);
  }
  wipeCaches({ dataDir: rig.worker.dataDir, inferencePort: 0, modelCacheBytes: 0 });
  expect([existsSync(folder), existsSync(disk)]).toEqual([false, false]);
}, 90_000);
