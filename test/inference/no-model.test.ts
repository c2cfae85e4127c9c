import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInternalPass } from '../../server/features/inference/keys/index.ts';
import type { Model } from '../../shared/contract/inference/models.contract.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import {
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { startInference, type TestInference } from './inference-rig.ts';
import { type ModelSource, startModelSource } from './model-source.ts';

const PATIENT = { timeout: 30_000 };
const chat = { model: 'default', messages: [{ role: 'user', content: 'hi' }], max_tokens: 5 };

describe('a server without a model', () => {
  let source: ModelSource;
  let server: TestServer;
  let workspace: TestWorkspace;
  let worker: TestInference;
  let key: string;
  beforeAll(async () => {
    source = await startModelSource();
    const env = { MODEL_CATALOG: source.writeCatalog(), MODEL_PLACEHOLDER: '0' };
    server = await startTestServer(env);
    workspace = await createWorkspace(server);
    worker = await startInference({ apiServer: server, env, untilState: 'failed' });
    ({ key } = await worker.key(workspace.scope));
  });
  afterAll(async () => {
    await worker.stop();
    await server.stop();
    source.stop();
  });

  const post = (path: string, body: object, bearer = key, headers: Record<string, string> = {}) =>
    call(`${worker.url}/${path}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${bearer}`, ...headers },
    });
  const models = async (): Promise<Model[]> => (await workspace.dashboard('GET', '/models')).body.data;
  const shown = async () => (await workspace.dashboard('GET', '/inference-workers')).body.data[0];

  it('says in OpenAI’s form that none is chosen, and what to do', async () => {
    for (const [path, body] of [
      ['chat/completions', chat],
      ['responses', { model: 'default', input: 'hi' }],
      ['completions', { model: 'default', prompt: 'hi' }],
    ] as const) {
      const { status, headers, body: answer } = await post(path, body);
      expect([status, answer.error.code, answer.error.type]).toEqual([
        503,
        'model_not_loaded',
        'server_error',
      ]);
      expect(answer.error.message).toContain('Choose one on the Model page');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const pass = createInternalPass(worker.contextFor(workspace.scope), null);
    const internal = await post('chat/completions', chat, pass, { 'x-request-class': '2' });
    expect([internal.status, internal.body.error.code]).toEqual([503, 'model_not_loaded']);
    const headers = { authorization: `Bearer ${key}` };
    expect((await call(`${worker.url}/models`, { headers })).body.data).toEqual([]);
    expect((await call(`${worker.url}/models/default`, { headers })).status).toBe(503);
    expect((await workspace.dashboard('GET', '/inference-keys')).body.counters.calls).toBe(0);
  });

  it('shows no placeholder, and why nothing is answered', async () => {
    await expect
      .poll(shown, PATIENT)
      .toMatchObject({ status: { state: 'failed', model: null }, errorCode: 'none_chosen' });
    expect((await models()).map(({ id }) => id)).toEqual(['small-one', 'missing', 'page', 'huge']);
    const play = await workspace.dashboard('POST', '/playground', {
      keyId: null,
      messages: chat.messages,
      temperature: 0,
      maxTokens: 5,
    });
    expect([play.body.error.code, play.body.error.message]).toEqual([
      'unavailable',
      expect.stringContaining('No model is chosen'),
    ]);
    const health = await call(`${worker.root}/health`);
    expect([health.status, health.body.error]).toEqual([503, expect.stringContaining('Model page')]);
  });

  onlyInSoak(it)(
    'one request downloads a model, serves it as soon as it is there, and then it is checked by itself',
    async () => {
      const found = async () => (await models()).find(({ id }) => id === 'small-one');
      const tooLarge = await workspace.dashboard('POST', '/models/huge/download', { thenUse: true });
      expect([tooLarge.status, tooLarge.body.error.code]).toEqual([409, 'model_not_changeable']);
      expect((await models()).find(({ id }) => id === 'huge')).toMatchObject({
        state: 'absent',
        isChosen: false,
      });
      source.state.pauseMs = 20;
      const started = await workspace.dashboard('POST', '/models/small-one/download', { thenUse: true });
      expect(started.status).toBe(202);
      await expect
        .poll(found, PATIENT)
        .toMatchObject({ state: 'downloading', isChosen: true, isServed: false });
      // Chosen and not there yet is no error while it is on its way.
      expect((await workspace.dashboard('GET', '/models')).body.choiceError).toBeNull();
      source.reset();
      await expect.poll(found, PATIENT).toMatchObject({ state: 'installed', isServed: true });
      await expect.poll(() => worker.inference.scheduler.engine.state, PATIENT).toBe('ready');
      const { status, body } = await post('chat/completions', chat);
      expect([status, body.model]).toEqual([200, 'small-one']);
      const { body: log } = await workspace.dashboard('GET', '/audit-log');
      expect(
        log.data
          .slice(0, 2)
          .map(({ action }: { action: string }) => action)
          .sort(),
      ).toEqual(['model.chosen', 'model.download_started']);
      const digest = createHash('sha256').update(source.model).digest('hex');
      await expect.poll(async () => (await shown())?.status.model?.digest, PATIENT).toBe(digest);
      await expect
        .poll(async () => {
          server.wake();
          return (await workspace.dashboard('GET', '/assist/qualification')).body;
        }, PATIENT)
        .toMatchObject({ state: 'running', startsByItself: true, done: expect.any(Number) });
      // A caller is answered meanwhile.
      expect((await post('chat/completions', chat)).status).toBe(200);
      expect((await workspace.dashboard('DELETE', '/assist/qualification')).body.state).toBe('stopped');
      // What a person has stopped does not start again by itself.
      server.wake();
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect((await workspace.dashboard('GET', '/assist/qualification')).body.state).toBe('stopped');
    },
  );
});
