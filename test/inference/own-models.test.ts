import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTinyModel } from '../../models/tools/tiny-model.ts';
import { GgufError, readGgufHeader } from '../../server/inference/models/gguf-header.ts';
import type { Model } from '../../shared/contract/inference/models.contract.ts';
import type { Json } from '../helpers/messaging.ts';
import { type AssistRig, PHONE, startAssist } from './assist-rig.ts';
import { MODEL } from './inference-rig.ts';

let rig: AssistRig;
beforeAll(async () => {
  rig = await startAssist('tiny');
});
afterAll(() => rig.stop());

const dashboard: AssistRig['messaging']['workspace']['dashboard'] = (...args) =>
  rig.messaging.workspace.dashboard(...args);
const place = (file: string) => join(rig.worker.dataDir, 'models', file);
const own = async (): Promise<Model[]> =>
  (await dashboard('GET', '/models')).body.data.filter(({ isOwn }: Model) => isOwn);
const find = async (file: string) => {
  const servedAs = file.replace('.gguf', '');
  return (await own()).find((model) => model.servedAs === servedAs);
};
/** Puts a file into the folder, and returns the model as it is listed. */
async function put(file: string, bytes: Buffer): Promise<Model> {
  writeFileSync(place(file), bytes);
  await expect.poll(() => find(file), { timeout: 10_000 }).toBeDefined();
  const model = await find(file);
  if (!model) throw new Error('the file is not listed');
  return model;
}
function tiny(more: Parameters<typeof buildTinyModel>[1] = {}): Buffer {
  const path = join(rig.worker.dataDir, 'made');
  buildTinyModel(path, more);
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}
const SHOP = {
  'general.name': { is: 'text', value: 'Shop Model' },
  'general.license': { is: 'text', value: 'mit' },
  'general.languages': { is: 'texts', value: ['en', 'es-MX'] },
} as const;

describe('a model file of one’s own', () => {
  it('is listed beside the catalog with what its header says, once it is in the folder', async () => {
    const { body } = await dashboard('GET', '/models');
    expect(body.folder).toBe(join(rig.worker.dataDir, 'models'));
    expect(await own()).toEqual([]);
    const model = await put('shop.gguf', tiny(SHOP));
    expect(model).toMatchObject({
      ...{ name: 'Shop Model', license: 'mit', languages: ['en', 'es'], contextSize: 8_192 },
      ...{ state: 'installed', fits: 'yes', problem: null, isServed: false },
    });
    // Weights, the memory of the engine, and 2 layers × 4 heads × 2 × 32 values of two bytes per token.
    expect(model.memoryBytes).toBe(model.totalBytes + 300_000_000 + 2 * 4 * 64 * 2 * 16_384);
    expect(model.id).toMatch(/^own-shop-[0-9a-f]{8}$/);
  });

  it('has no license and no languages when the file does not say', async () => {
    expect(await put('plain.gguf', tiny())).toMatchObject({ license: '', languages: null });
  });

  it('says why it cannot be served', async () => {
    const whole = tiny();
    const cases: [string, Buffer, Model['problem']][] = [
      ['page.gguf', Buffer.from('<html>not found</html>'), 'not_a_model'],
      ['empty.gguf', Buffer.alloc(0), 'not_a_model'],
      ['cut-header.gguf', whole.subarray(0, 300), 'not_a_model'],
      ['cut.gguf', whole.subarray(0, whole.length - 200_000), 'incomplete'],
      ['embed.gguf', tiny({ 'general.architecture': { is: 'text', value: 'nomic-bert' } }), 'no_answers'],
      ['part-00001-of-00003.gguf', tiny({ 'split.count': { is: 'whole', value: 3 } }), 'split'],
    ];
    for (const [file, bytes, problem] of cases) {
      const { id } = await put(file, bytes);
      await expect.poll(async () => (await find(file))?.problem, { timeout: 10_000 }).toBe(problem);
      const refused = await dashboard('PUT', `/models/${id}/use`);
      expect([file, refused.status, refused.body.error?.code]).toEqual([file, 409, 'model_not_changeable']);
      rmSync(place(file));
    }
  });

  it('does not trust the lengths in a header', async () => {
    for (const at of [8, 16, 24]) {
      const bytes = tiny();
      bytes.writeBigUInt64LE(0xffff_ffff_ffff_fff0n, at);
      writeFileSync(place('long.part'), bytes);
      await expect(readGgufHeader(place('long.part'))).rejects.toBeInstanceOf(GgufError);
    }
    rmSync(place('long.part'));
  });

  it('is served when it is chosen, and says so where its languages are asked for', async () => {
    const { id, servedAs } = await put('shop.gguf', tiny(SHOP));
    expect((await dashboard('PUT', `/models/${id}/use`)).status).toBe(202);
    await expect
      .poll(async () => (await dashboard('GET', '/assist/model')).body, { timeout: 30_000 })
      .toMatchObject({ state: 'ready', model: servedAs });
    await expect.poll(async () => (await find('shop.gguf'))?.isServed).toBe(true);
    await rig.messaging.hello(PHONE, 'do you deliver?');
    const conversationId = await rig.conversationOf(PHONE);
    const translate = async (language: string) =>
      (
        await rig.write({ kind: 'translate', conversationId, text: 'We deliver on Fridays.', language })
      ).events.at(-1);
    expect(await translate('pt-BR')).toEqual({ is: 'ended', state: 'language' });
    expect((await translate('es')) as Json).not.toMatchObject({ state: 'language' });
    // What is served cannot be removed.
    expect((await dashboard('DELETE', `/models/${id}`)).status).toBe(409);
  });

  it('is deleted from the folder on request', async () => {
    const [test] = (await dashboard('GET', '/models')).body.data.filter(({ isBuiltIn }: Model) => isBuiltIn);
    expect((await dashboard('PUT', `/models/${test.id}/use`)).status).toBe(202);
    await expect
      .poll(async () => (await dashboard('GET', '/assist/model')).body.model, { timeout: 30_000 })
      .toBe(MODEL);
    const model = await find('shop.gguf');
    expect((await dashboard('DELETE', `/models/${model?.id}`)).status).toBe(202);
    await expect.poll(() => existsSync(place('shop.gguf')), { timeout: 10_000 }).toBe(false);
    await expect.poll(() => find('shop.gguf')).toBeUndefined();
  });
});
