import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPass } from '../../server/features/inference/keys/inference-calls.service.ts';
import { eventually } from '../helpers/platform.ts';
import {
  call,
  createWorkspace,
  signIn,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

const ask = (more: object = {}) => ({
  keyId: null,
  messages: [{ role: 'user', content: 'hi' }],
  temperature: 0.7,
  maxTokens: 8,
  ...more,
});

describe('the playground', () => {
  let server: TestServer;
  let worker: TestInference;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    server = await startTestServer();
    workspace = await createWorkspace(server);
    const { body } = await workspace.dashboard('POST', '/playground', ask());
    expect([body.error.code, body.error.message]).toEqual([
      'unavailable',
      'No inference worker is online. The operator can start one.',
    ]);
    worker = await startInference({ apiServer: server });
    await eventually(async () => (await workspace.dashboard('POST', '/playground', ask())).status === 200);
  });
  afterAll(async () => {
    await worker.stop();
    await server.stop();
  });

  const makeKey = async (limits: object = {}) =>
    (await workspace.dashboard('POST', '/inference-keys', { name: 'Play', ...limits })).body.inferenceKey.id;
  const keyOf = async (id: string) =>
    (await workspace.dashboard('GET', '/inference-keys')).body.data.find(
      (key: { id: string }) => key.id === id,
    );
  const cookie = () => signIn(server, workspace.email, 'correct horse battery');

  it('streams the model’s response, without a key in the page', async () => {
    const answer = await workspace.dashboard('POST', '/playground', ask());
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.headers.get('cache-control')).toContain('no-transform');
    const events = answer.body.trim().split('\n\n');
    expect(events.at(-1)).toBe('data: [DONE]');
    expect(JSON.parse(events.at(-2).slice(6))).toMatchObject({
      model: MODEL,
      usage: { total_tokens: expect.any(Number) },
    });
  });

  it('counts towards the chosen key, and applies its quota and revocation at once', async () => {
    const id = await makeKey({ quota: 2 });
    const play = () => workspace.dashboard('POST', '/playground', ask({ keyId: id }));
    expect((await play()).status).toBe(200);
    await expect.poll(async () => (await keyOf(id)).calls).toBe(1);
    expect((await play()).status).toBe(200);
    const spent = await play();
    expect([spent.status, spent.body.error.code]).toEqual([429, 'insufficient_quota']);
    const other = await makeKey();
    await workspace.dashboard('DELETE', `/inference-keys/${other}`);
    const revoked = await workspace.dashboard('POST', '/playground', ask({ keyId: other }));
    expect([revoked.status, revoked.body.error.code]).toEqual([401, 'invalid_api_key']);
    await workspace.dashboard('POST', '/playground', ask());
    expect((await workspace.dashboard('GET', '/inference-keys')).body.counters.calls).toBe(2);
  });

  it('is for owners and admins of the workspace, from its own page, and for its own keys', async () => {
    const id = await makeKey();
    const foreign = await createWorkspace(server);
    const answer = await foreign.dashboard('POST', '/playground', ask({ keyId: id }));
    const unknown = await foreign.dashboard('POST', '/playground', ask({ keyId: `ik_${'0'.repeat(26)}` }));
    expect([answer.status, answer.body.error.code]).toEqual([404, 'inference_key_not_found']);
    expect({ ...answer.body.error, requestId: '' }).toEqual({ ...unknown.body.error, requestId: '' });
    expect(
      (await call(`${server.url}/api/dashboard/playground`, { method: 'POST', body: ask() })).status,
    ).toBe(401);
    const elsewhere = await call(`${server.url}/api/dashboard/playground`, {
      method: 'POST',
      body: ask(),
      headers: { cookie: await cookie(), 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    });
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([403, 'forbidden']);
    const email = 'playground-staff@example.test';
    await workspace.addMember({
      name: 'S',
      email,
      password: 'correct horse',
      role: 'staff',
    });
    const staff = await call(`${server.url}/api/dashboard/playground`, {
      method: 'POST',
      body: ask(),
      headers: { cookie: await signIn(server, email, 'correct horse') },
    });
    expect([staff.status, staff.body.error.code]).toEqual([403, 'forbidden']);
  });

  it('passes on the other settings: seed, top-p, stop sequences, JSON', async () => {
    const textOf = async (more: object) => {
      const { body } = await workspace.dashboard('POST', '/playground', ask({ temperature: 2, ...more }));
      return [...body.matchAll(/^data: (\{.*)$/gm)]
        .map(([, data = '']) => JSON.parse(data).choices[0]?.delta?.content ?? '')
        .join('');
    };
    const [first, again, other] = [
      await textOf({ seed: 7 }),
      await textOf({ seed: 7 }),
      await textOf({ seed: 8 }),
    ];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    const stop = first.slice(2, 4);
    expect(await textOf({ seed: 7, stop: [stop] })).toBe(first.slice(0, first.indexOf(stop)));
    expect(await textOf({ seed: 1, topP: 0.01 })).toBe(await textOf({ seed: 2, topP: 0.01 }));
    expect(await textOf({ isJson: true, maxTokens: 30 })).toMatch(/^\s*\{/);
  });

  it('asks the model that is chosen, of those that are served', async () => {
    const served = await workspace.dashboard('POST', '/playground', ask({ model: MODEL }));
    expect(served.body).toContain(`"model":"${MODEL}"`);
    const other = await workspace.dashboard('POST', '/playground', ask({ model: 'large-one' }));
    expect([other.status, other.body.error.message]).toEqual([503, expect.stringContaining('large-one')]);
  });

  it('reports what is wrong with a request', async () => {
    for (const [body, path] of [
      [ask({ messages: [] }), 'messages'],
      [ask({ temperature: 3 }), 'temperature'],
      [ask({ messages: [{ role: 'king', content: '' }] }), 'messages.0.role'],
      [{}, 'keyId'],
    ] as const) {
      const answer = await workspace.dashboard('POST', '/playground', body);
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path]);
    }
  });

  it('stops the model when the page is closed', async () => {
    const abort = new AbortController();
    const answer = await fetch(`${server.url}/api/dashboard/playground`, {
      method: 'POST',
      headers: { cookie: await cookie(), 'content-type': 'application/json' },
      body: JSON.stringify(ask({ maxTokens: 3_500 })),
      signal: abort.signal,
    });
    const { value } = (await answer.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('chat.completion.chunk');
    abort.abort();
    await expect
      .poll(() => worker.inference.scheduler.counts())
      .toEqual({ waiting: 0, running: 0, leaving: 0 });
  });

  it('accepts a pass only at the inference endpoint, and never logs it', async () => {
    const pass = await createPass(server.container.contextFor(workspace.scope), null, 'usr_x');
    const asKey = await call(`${server.url}/api/v1/contacts`, {
      headers: { authorization: `Bearer ${pass}` },
    });
    expect(asKey.status).toBe(401);
    expect(
      (await call(`${worker.url}/models`, { headers: { authorization: `Bearer ${pass}` } })).status,
    ).toBe(200);
    const broken = await call(`${worker.url}/models`, { headers: { authorization: `Bearer ${pass}x` } });
    expect([broken.status, broken.body.error.code]).toEqual([401, 'invalid_api_key']);
    await sleep(50);
    expect([...server.logs, ...worker.logs].join('\n')).not.toContain('pass_');
  });
});
