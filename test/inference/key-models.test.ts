import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setKeyModels } from '../../server/features/inference/keys/inference-keys.service.ts';
import { call } from '../helpers/test-server.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

describe('a key that is limited to models', () => {
  let worker: TestInference;
  beforeAll(async () => {
    worker = await startInference({});
  });
  afterAll(() => worker.stop());

  const chat = (key: string, model = MODEL) =>
    call(`${worker.url}/chat/completions`, {
      method: 'POST',
      body: { model, messages: [{ role: 'user', content: 'hi' }], max_tokens: 2 },
      headers: { authorization: `Bearer ${key}` },
    });
  const list = async (key: string) => {
    const { body } = await call(`${worker.url}/models`, { headers: { authorization: `Bearer ${key}` } });
    return body.data.map(({ id }: { id: string }) => id);
  };

  it('sees and uses only those, whatever name it asks by', async () => {
    const scope = await worker.tenant();
    const { id, key } = await worker.key(scope);
    const set = (models: string[]) => setKeyModels(worker.contextFor(scope), id, models);
    expect(await list(key)).toEqual([MODEL]);

    await set(['another-model']);
    expect(await list(key)).toEqual([]);
    for (const model of [MODEL, 'default']) {
      const refused = await chat(key, model);
      expect([refused.status, refused.body.error.code, refused.body.error.param], model).toEqual([
        403,
        'model_not_found',
        'model',
      ]);
      expect(refused.body.error.message).toContain('another-model');
    }
    const shown = await call(`${worker.url}/models/${MODEL}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(shown.status).toBe(403);

    // Names are compared without regard to case: the catalog writes them in lower case.
    await set([MODEL.toUpperCase()]);
    expect(await list(key)).toEqual([MODEL]);
    expect((await chat(key)).status).toBe(200);
    await set([]);
    expect((await chat(key)).status).toBe(200);
  });
});
