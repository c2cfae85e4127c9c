import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Token } from 'node-llama-cpp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CachedSequence, PromptCache } from './prompt-cache.ts';

const BYTES = 1_000;
const AGE_MS = 10_000;
let root: string;
let folder: string;
let now = 0;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'switchboard-cache-'));
  folder = join(root, 'prompt-cache');
  now = 0;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const start = () => new PromptCache({ folder, bytes: BYTES, ageMs: AGE_MS }, 'a model', () => now);
const tokens = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => (first + index) as Token);
const one = (conversation: string, tenant = 't') => ({ tenant, conversation });

/** A sequence whose state is its tokens as text, in so many bytes. */
function sequence(held: Token[], bytes = 300): CachedSequence & { held: readonly Token[] } {
  return {
    held,
    get contextTokens() {
      return this.held;
    },
    saveStateToFile(path) {
      writeFileSync(path, JSON.stringify(this.held).padEnd(bytes));
      return Promise.resolve({ fileSize: bytes });
    },
    async loadStateFromFile(path) {
      this.held = JSON.parse(readFileSync(path, 'utf8')) as Token[];
    },
    async clearHistory() {
      this.held = [];
    },
  };
}

it('gives back what was kept of the same conversation of the same tenant, and nothing of another', async () => {
  const cache = start();
  await cache.keep(one('a'), sequence(tokens(100)));
  const prompt = [...tokens(90), ...tokens(50, 500)];
  expect(cache.find(one('a'), prompt)?.common).toBe(90);
  expect(cache.find(one('a', 'other'), prompt)).toBeNull();
  expect(cache.find(one('b'), prompt)).toBeNull();
  expect(cache.find(one('a'), tokens(100, 500))).toBeNull();
  const found = cache.find(one('a'), prompt);
  const empty = sequence([]);
  expect(found && (await cache.restore(found, empty))).toBe(true);
  expect(empty.held).toEqual(tokens(100));
  expect(cache.state).toEqual({ conversations: 1, bytes: 300, restored: 1 });
});

it('keeps files for this user alone, whose names say nothing', async () => {
  const cache = start();
  await cache.keep(one('cv_secret'), sequence(tokens(100)));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
});

it('replaces what it had of a conversation, and writes nothing that it has', async () => {
  const cache = start();
  await cache.keep(one('a'), sequence(tokens(100)));
  const [before] = readdirSync(folder);
  const same = sequence(tokens(100));
  same.saveStateToFile = () => expect.fail('was written again');
  await cache.keep(one('a'), same);
  await cache.keep(one('a'), sequence(tokens(120)));
  expect(readdirSync(folder)).toHaveLength(1);
  expect(readdirSync(folder)).not.toContain(before);
  expect(cache.find(one('a'), tokens(120))?.common).toBe(120);
});

it('stays within its bytes by removing what was used longest ago', async () => {
  const cache = start();
  for (const name of ['a', 'b', 'c']) {
    now += 1;
    await cache.keep(one(name), sequence(tokens(100)));
  }
  now += 1;
  const used = cache.find(one('a'), tokens(100));
  if (used) await cache.restore(used, sequence([]));
  await cache.keep(one('d'), sequence(tokens(100)));
  expect(cache.kept.map(({ conversation }) => conversation).sort()).toEqual(['a', 'c', 'd']);
  expect(readdirSync(folder)).toHaveLength(3);
  expect(cache.state.bytes).toBe(900);
  await cache.keep(one('e'), sequence(tokens(100), BYTES + 1));
  expect(cache.find(one('e'), tokens(100))).toBeNull();
  expect(readdirSync(folder)).toHaveLength(cache.state.conversations);
});

it('removes what is old, and what was deleted', async () => {
  const cache = start();
  await cache.keep(one('a'), sequence(tokens(100)));
  now = AGE_MS - 1;
  await cache.keep(one('b'), sequence(tokens(100)));
  await cache.keep(one('b', 'other'), sequence(tokens(100)));
  now = AGE_MS + 1;
  await cache.keep(one('c'), sequence(tokens(40)));
  expect(cache.find(one('a'), tokens(100))).toBeNull();
  cache.forget(({ tenant, conversation }) => tenant === 't' && conversation === 'b');
  expect(cache.kept).toMatchObject([one('b', 'other'), one('c')]);
  expect(readdirSync(folder)).toHaveLength(2);
});

it('removes what another run has left', async () => {
  await start().keep(one('a'), sequence(tokens(100)));
  writeFileSync(join(folder, 'half.part'), 'left by a crash');
  const cache = start();
  expect(readdirSync(folder)).toEqual([]);
  expect(cache.find(one('a'), tokens(100))).toBeNull();
});

it('leaves the sequence empty when a file is missing, and forgets it', async () => {
  const cache = start();
  await cache.keep(one('a'), sequence(tokens(100)));
  const found = cache.find(one('a'), tokens(100));
  rmSync(folder, { recursive: true });
  const broken = sequence(tokens(5));
  expect(found && (await cache.restore(found, broken))).toBe(false);
  expect([broken.held, cache.kept]).toEqual([[], []]);
  // Everything works without it.
  await cache.keep(one('b'), sequence(tokens(100)));
  expect(cache.kept).toEqual([]);
});

it('still knows the file of a conversation that was replaced while the one before was being restored', async () => {
  const cache = start();
  await cache.keep(one('a'), sequence(tokens(100)));
  const found = cache.find(one('a'), tokens(100));
  const late = sequence([]);
  late.loadStateFromFile = async () => {
    await cache.keep(one('a'), sequence(tokens(120)));
    throw new Error('the file is missing');
  };
  expect(found && (await cache.restore(found, late))).toBe(false);
  expect(cache.state).toMatchObject({ conversations: 1, bytes: 300 });
  cache.forget(() => true);
  expect(readdirSync(folder)).toEqual([]);
});

it('restores only what is faster than reading it', async () => {
  const cache = start();
  await cache.keep(one('a'), sequence(tokens(100)));
  const found = cache.find(one('a'), tokens(100));
  if (!found) throw new Error('nothing is kept');
  expect(cache.isFaster(found, 1)).toBe(true);
  const slow = sequence([]);
  slow.loadStateFromFile = async () => {
    now += 50;
  };
  await cache.restore(found, slow);
  expect(cache.isFaster(found, 49)).toBe(false);
  expect(cache.isFaster(found, 51)).toBe(true);
  expect(cache.isFaster(found, null)).toBe(true);
});
