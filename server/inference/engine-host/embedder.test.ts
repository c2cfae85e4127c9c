import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../kernel/logging/logger.ts';
import { createEmbedder, EMBEDDED_TOKENS_MAX, type Embedder } from './embedder.ts';

/** A stand-in for an engine: the vector of a text is its number, and a text has as many tokens as it says. */
const ENGINE = `
  process.on('message', (message) => {
    if (message.op === 'load') process.send({ ev: 'ready', model: { name: 'stand-in' } });
    if (message.op !== 'embed') return;
    const words = message.texts.map((text) => text.split(' '));
    setTimeout(() => process.send({
      ev: 'embeddings',
      id: message.id,
      vectors: words.map(([number]) => [Number(number), message.texts.length]),
      tokens: words.reduce((sum, [, tokens = 1]) => sum + Number(tokens), 0),
    }), 10);
  });
  process.on('disconnect', () => process.exit());
`;

let folder: string;
let embedder: Embedder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-embedder-'));
  writeFileSync(join(folder, 'engine.mjs'), ENGINE);
  embedder = createEmbedder({
    entry: join(folder, 'engine.mjs'),
    load: { modelPath: '', slots: 1, contextSize: 1, threads: 1 },
    logger: createLogger('silent'),
    queue: { total: 16, perTenant: 8, perKey: 8 },
    deadlineMs: 30_000,
  });
  embedder.start();
});
afterEach(async () => {
  await embedder.close();
  rmSync(folder, { recursive: true, force: true });
});

const numbered = (count: number, rest = '') =>
  Array.from({ length: count }, (_, index) => `${index} ${rest}`.trim());
const embed = (tenant: string, texts: readonly string[], signal = new AbortController().signal) =>
  embedder.embed(
    { key: `key of ${tenant}`, tenant, requestClass: 0 },
    `${tenant} ${texts.length}`,
    texts,
    signal,
  );

it('computes a large request in parts, in the order of its texts, and others have their turn between them', async () => {
  const ended: string[] = [];
  const large = embed('large', numbered(2_048)).finally(() => ended.push('large'));
  const small = embed('small', numbered(1)).finally(() => ended.push('small'));
  const { vectors, tokens } = await large;
  await small;
  expect(ended).toEqual(['small', 'large']);
  expect(vectors.map(([number]) => number)).toEqual(numbered(2_048).map(Number));
  expect(Math.max(...vectors.map(([, size]) => size ?? 0))).toBe(32);
  expect(tokens).toBe(2_048);
});

it('computes few long texts in a part, and one at least', async () => {
  const { vectors } = await embed('long', numbered(5, `1 ${'x'.repeat(7_000)}`));
  expect(vectors.map(([, size]) => size)).toEqual([2, 2, 2, 2, 1]);
  expect((await embed('longest', numbered(2, `1 ${'x'.repeat(50_000)}`))).vectors).toHaveLength(2);
});

it('refuses a request with too many tokens as soon as they are read', async () => {
  const each = EMBEDDED_TOKENS_MAX / 64;
  await expect(embed('most', numbered(64, String(each)))).resolves.toMatchObject({
    tokens: EMBEDDED_TOKENS_MAX,
  });
  await expect(embed('more', numbered(2_000, String(each)))).rejects.toMatchObject({
    reason: { code: 'too_many_tokens' },
  });
});

it('goes on with the next request when one is ended between its parts', async () => {
  const abort = new AbortController();
  const ended = embed('ended', numbered(2_000), abort.signal);
  await embed('first', numbered(1));
  abort.abort();
  await expect(ended).rejects.toMatchObject({ reason: { code: 'engine_lost' } });
  expect((await embed('second', numbered(1))).vectors).toHaveLength(1);
});
