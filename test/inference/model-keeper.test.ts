import { existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTinyModel } from '../../models/tools/tiny-model.ts';
import type { Model } from '../../shared/contract/inference/models.contract.ts';
import { isSoak, onlyInSoak } from '../helpers/lane.ts';
import {
  call,
  createWorkspace,
  signIn,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';
import { type ModelSource, startModelSource } from './model-source.ts';

describe('models in the dashboard', () => {
  let source: ModelSource;
  let server: TestServer;
  let workspace: TestWorkspace;
  let worker: TestInference;
  let catalog: string;
  beforeAll(async () => {
    source = await startModelSource();
    catalog = source.writeCatalog();
    server = await startTestServer({ MODEL_CATALOG: catalog });
    workspace = await createWorkspace(server);
    expect((await list()).reason).toContain('No inference worker is online');
    worker = await startWorker();
  });
  afterAll(async () => {
    await worker.stop();
    await server.stop();
    source.stop();
  });
  afterEach(() => source.reset());

  const startWorker = (options: object = {}) =>
    startInference({ apiServer: server, env: { MODEL_CATALOG: catalog }, ...options });
  const list = async (by = workspace) => (await by.dashboard('GET', '/models')).body;
  const find = async (id: string): Promise<Model> =>
    (await list()).data.find((model: Model) => model.id === id);
  const download = (id: string) => workspace.dashboard('POST', `/models/${id}/download`);
  const cancel = (id: string) => workspace.dashboard('DELETE', `/models/${id}/download`);
  const becomes = (id: string, expected: object) =>
    expect.poll(() => find(id), { interval: 50 }).toMatchObject(expected);
  const fileOf = (id: string) => join(worker.dataDir, 'models', `${id}.gguf`);
  /** Removes everything of a model. */
  const clean = async (id: string) => {
    await workspace.dashboard('DELETE', `/models/${id}`);
    await becomes(id, { state: 'absent', bytes: 0 });
  };

  it('lists the catalog with what this machine can run, and the tiny model that is served', async () => {
    await expect.poll(async () => (await list()).mayManage).toBe(true);
    const { memoryBytes, freeDiskBytes, data } = await list();
    expect(memoryBytes).toBeGreaterThan(1e9);
    expect(freeDiskBytes).toBeGreaterThan(1e6);
    const huge = data.find(({ id }: Model) => id === 'huge');
    expect(huge).toMatchObject({ hasDiskSpace: false });
    // 800 GB at any memory bandwidth: a number, and a small one.
    await expect
      .poll(async () => (await list()).data.find(({ id }: Model) => id === 'huge').tokensPerSecond)
      .toBeLessThan(1);
    expect(data.map(({ id, state, fits, isServed }: Model) => [id, state, fits, isServed])).toEqual([
      ['small-one', 'absent', 'yes', false],
      ['missing', 'absent', 'yes', false],
      ['page', 'absent', 'yes', false],
      ['huge', 'absent', 'no', false],
      [MODEL, 'installed', 'yes', true],
    ]);
  });

  it('downloads a model with progress, and resumes a stopped download', async () => {
    source.state.pauseMs = 30;
    expect((await download('small-one')).status).toBe(202);
    await becomes('small-one', { state: 'downloading', totalBytes: source.model.length });
    await expect.poll(async () => (await find('small-one')).bytesPerSecond).toBeGreaterThan(100_000);
    const before = (await find('small-one')).bytes;
    await expect.poll(async () => (await find('small-one')).bytes).toBeGreaterThan(before);
    expect((await cancel('small-one')).status).toBe(202);
    await becomes('small-one', { state: 'partial' });
    const { bytes } = await find('small-one');
    expect(bytes).toBeGreaterThan(before);
    // No process is left that could download more.
    expect(worker.downloadPid('small-one')).toBeNull();

    source.reset();
    await download('small-one');
    await becomes('small-one', { state: 'installed' });
    expect(readFileSync(fileOf('small-one')).equals(source.model)).toBe(true);
    expect(source.state.asked).toEqual([`bytes=${bytes}-`]);
    const again = await download('small-one');
    expect([again.status, again.body.error.code]).toEqual([409, 'model_not_changeable']);
    await clean('small-one');
    expect(existsSync(fileOf('small-one'))).toBe(false);
  });

  onlyInSoak(it)('reports a killed download, and resumes it correctly', async () => {
    source.state.pauseMs = 30;
    await download('small-one');
    await expect.poll(async () => (await find('small-one')).bytes).toBeGreaterThan(1e6);
    process.kill(worker.downloadPid('small-one') ?? 0, 'SIGKILL');
    await becomes('small-one', {
      state: 'partial',
      error: { code: 'ended', message: expect.stringContaining('SIGKILL') },
    });
    source.reset();
    await download('small-one');
    await becomes('small-one', { state: 'installed', error: null });
    expect(source.state.asked).toEqual([expect.stringMatching(/^bytes=[1-9]/)]);
    expect(readFileSync(fileOf('small-one')).equals(source.model)).toBe(true);
    await clean('small-one');
  });

  onlyInSoak(it)('resumes automatically after the worker has stopped during a download', async () => {
    source.state.pauseMs = 30;
    await download('small-one');
    await expect.poll(async () => (await find('small-one')).bytes).toBeGreaterThan(1e6);
    const { dataDir } = worker;
    await worker.stop({ keepsData: true });
    source.reset();
    worker = await startWorker({ env: { MODEL_CATALOG: catalog, DATA_DIR: dataDir } });
    await becomes('small-one', { state: 'installed' });
    expect(source.state.asked).toEqual([expect.stringMatching(/^bytes=[1-9]/)]);
    expect(readFileSync(fileOf('small-one')).equals(source.model)).toBe(true);
    await clean('small-one');
  });

  onlyInSoak(it)(
    'reports why a download fails: a missing file, not a model, a failing source, corrupted data',
    async () => {
      await download('missing');
      await becomes('missing', {
        state: 'absent',
        error: { code: 'source', message: expect.stringContaining('answers 404') },
      });
      await download('page');
      await becomes('page', {
        state: 'absent',
        error: { code: 'integrity', message: expect.stringContaining('not a GGUF file') },
      });
      source.state.status = 503;
      await download('small-one');
      await becomes('small-one', {
        error: { code: 'network', message: expect.stringContaining('answers 503') },
      });
      source.reset();
      source.state.change = (piece) => Buffer.from(piece).fill(0, 0, 4);
      await download('small-one');
      await becomes('small-one', { state: 'absent', error: { code: 'integrity' } });
      source.reset();
      await download('small-one');
      await becomes('small-one', { state: 'installed' });
      for (const id of ['missing', 'page', 'small-one']) await clean(id);
    },
  );

  onlyInSoak(it)(
    'serves another model, also after a restart, and switches back to the tiny one',
    async () => {
      const use = (id: string) => workspace.dashboard('PUT', `/models/${id}/use`);
      const absent = await use('small-one');
      expect([absent.status, absent.body.error.message]).toEqual([
        409,
        expect.stringContaining('Download it'),
      ]);
      await download('small-one');
      await becomes('small-one', { state: 'installed' });

      const { key } = await worker.key(workspace.scope);
      const client = worker.client(key);
      const messages = [{ role: 'user' as const, content: 'hi' }];
      const ask = (model: string) =>
        client.chat.completions.create({ model, messages, max_tokens: 5 }).then(
          (answer) => answer.model,
          (error) => [error.status, error.code],
        );
      // One response is in progress, and one request waits for the model that is replaced.
      const writing = client.chat.completions.create({ ...ENDLESS, max_tokens: 400, model: MODEL, messages });
      await expect.poll(() => worker.inference.scheduler.counts().running).toBe(1);
      expect((await use('small-one')).status).toBe(202);
      expect((await writing).usage?.completion_tokens).toBe(400);
      await becomes('small-one', { isServed: true, isChosen: true });
      await expect.poll(() => worker.inference.scheduler.engine.state).toBe('ready');
      expect(await ask('small-one')).toBe('small-one');
      // A known model that is not loaded is answered for by the one that is.
      expect(await ask(MODEL)).toBe('small-one');
      expect(await ask('gpt-9')).toEqual([404, 'model_not_found']);
      const inUse = await workspace.dashboard('DELETE', '/models/small-one');
      expect([inUse.status, inUse.body.error.message]).toEqual([409, expect.stringContaining('is in use')]);

      const { dataDir } = worker;
      await worker.stop({ keepsData: true });
      worker = await startWorker({ env: { MODEL_CATALOG: catalog, DATA_DIR: dataDir } });
      const restarted = worker.client(key);
      expect((await restarted.models.list()).data.map(({ id }) => id)).toEqual(['small-one']);
      await expect.poll(async () => (await list()).data.length).toBe(5);
      await becomes('small-one', { isServed: true });
      expect((await use(MODEL)).status).toBe(202);
      await becomes(MODEL, { isServed: true, isChosen: true });
      await expect.poll(() => worker.inference.scheduler.engine.state).toBe('ready');
      await clean('small-one');
    },
  );

  onlyInSoak(it)(
    'falls back to the tiny model when the chosen file cannot be loaded, with the reason',
    async () => {
      await download('small-one');
      await becomes('small-one', { state: 'installed' });
      // The header is that of a model, the rest is missing.
      truncateSync(fileOf('small-one'), 200_000);
      await workspace.dashboard('PUT', '/models/small-one/use');
      await expect
        .poll(async () => (await list()).choiceError, { timeout: 30_000 })
        .toContain(`could not be loaded`);
      await expect.poll(() => worker.inference.scheduler.engine.state).toBe('ready');
      await becomes(MODEL, { isServed: true, isChosen: false });
      expect((await workspace.dashboard('PUT', `/models/${MODEL}/use`)).status).toBe(202);
      await expect.poll(async () => (await list()).choiceError).toBeNull();
      await clean('small-one');
    },
  );

  onlyInSoak(it)('does not start without enough disk space', async () => {
    await worker.stop();
    worker = await startWorker({ freeBytes: 1_000_000 });
    await expect.poll(async () => (await list()).mayManage).toBe(true);
    await download('small-one');
    await becomes('small-one', {
      state: 'absent',
      error: { code: 'space', message: expect.stringContaining('make room') },
    });
    await cancel('small-one');
    await becomes('small-one', { error: null });
    expect(source.state.sent).toBe(0);
    await worker.stop();
    worker = await startWorker();
    await expect.poll(async () => (await list()).mayManage).toBe(true);
  });

  it('rejects models that do not fit or do not exist, and records changes in the audit log', async () => {
    for (const path of ['/models/nothing/download', '/models/..%2f..%2fetc/download']) {
      expect((await workspace.dashboard('POST', path)).body.error.code).toBe('model_not_found');
    }
    expect((await workspace.dashboard('DELETE', `/models/${MODEL}`)).status).toBe(409);
    const log = (await workspace.dashboard('GET', '/audit-log?limit=100')).body.data;
    const actions = new Set(log.map((entry: { action: string }) => entry.action));
    // Models are chosen by tests that only the soak lane has.
    const expected = ['download_started', 'download_cancelled', 'removed', ...(isSoak ? ['chosen'] : [])];
    for (const action of expected) {
      expect(actions).toContain(`model.${action}`);
    }
    expect(log[0].target).toMatchObject({ kind: 'model', label: expect.any(String) });
  });

  it('is for owners and admins, and only on a server with a single workspace', async () => {
    const email = 'models-staff@example.test';
    await workspace.addMember({
      name: 'S',
      email,
      password: 'correct horse',
      role: 'staff',
    });
    const cookie = await signIn(server, email, 'correct horse');
    const asStaff = (method: string, path: string) =>
      call(`${server.url}/api/dashboard${path}`, { method, headers: { cookie } });
    expect((await asStaff('GET', '/models')).status).toBe(403);
    expect((await asStaff('POST', '/models/small-one/download')).status).toBe(403);

    const other = await createWorkspace(server);
    for (const by of [workspace, other]) {
      expect(await list(by)).toMatchObject({
        mayManage: false,
        reason: expect.stringContaining('Several workspaces share'),
      });
      for (const [method, path] of [
        ['POST', '/models/small-one/download'],
        ['DELETE', '/models/small-one/download'],
        ['DELETE', '/models/small-one'],
        ['PUT', `/models/${MODEL}/use`],
      ] as const) {
        const rejected = await by.dashboard(method, path);
        expect([rejected.status, rejected.body.error.code], `${method} ${path}`).toEqual([403, 'forbidden']);
      }
    }
    const open = await startTestServer({ MODEL_CATALOG: catalog, MODEL_DOWNLOADS: 'always' }, server);
    const closed = await startTestServer({ MODEL_CATALOG: catalog, MODEL_DOWNLOADS: 'never' }, server);
    const mayManage = async (at: TestServer) => {
      const headers = { cookie: await signIn(at, workspace.email, 'correct horse battery') };
      return (await call(`${at.url}/api/dashboard/models`, { headers })).body.mayManage;
    };
    expect([await mayManage(open), await mayManage(closed)]).toEqual([true, false]);
    await open.stop();
    await closed.stop();
  });

  onlyInSoak(it)('does not replace a model set by the operator', async () => {
    await worker.stop();
    const path = `${worker.dataDir}-own.gguf`;
    buildTinyModel(path);
    worker = await startWorker({ env: { MODEL_CATALOG: catalog, MODEL_PATH: path } });
    const open = await startTestServer({ MODEL_CATALOG: catalog, MODEL_DOWNLOADS: 'always' }, server);
    const headers = { cookie: await signIn(open, workspace.email, 'correct horse battery') };
    const use = () => call(`${open.url}/api/dashboard/models/${MODEL}/use`, { method: 'PUT', headers });
    await expect.poll(async () => (await use()).body.error?.message).toContain('MODEL_PATH');
    await open.stop();
    rmSync(path);
  });
});
