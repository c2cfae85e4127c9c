import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pullModel } from '../../server/inference/download/pull-model.ts';
import { readCatalog } from '../../server/inference/models/catalog.ts';
import { type ModelSource, startModelSource } from '../inference/model-source.ts';

let source: ModelSource;
const folder = mkdtempSync(join(tmpdir(), 'switchboard-pinned-'));
beforeAll(async () => {
  source = await startModelSource();
});
afterAll(() => {
  source.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('SEC-27: every model of the bundled catalog has a digest, and each a different one', () => {
  const digests = readCatalog().map(({ sha256 }) => sha256);
  expect(digests.length).toBeGreaterThan(0);
  for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(digests).size).toBe(digests.length);
});

it('SEC-27: the digest of the catalog counts, not the one that comes with the file', async () => {
  const wanted = { file: 'tiny.gguf', source: `${source.url}/tiny.gguf` };
  const error = await pullModel({ ...wanted, sha256: '0'.repeat(64) }, folder).catch((thrown) => thrown);
  expect(error.code).toBe('integrity');
  expect(error.message).toContain('not what the catalog says');
  expect(readdirSync(folder).filter((name) => name.endsWith('.gguf'))).toEqual([]);
  // Without one, the operator is told the digest to pin.
  const sha256 = createHash('sha256').update(source.model).digest('hex');
  expect(await pullModel(wanted, folder)).toMatchObject({ isNew: true, sha256 });
});

it("SEC-27: an operator's catalog may leave digests out, the bundled one may not", () => {
  const path = join(folder, 'catalog.json');
  const [{ sha256: _, ...model } = {}] = readCatalog();
  writeFileSync(path, JSON.stringify({ models: [model] }));
  expect(readCatalog(path)).toHaveLength(1);
});
