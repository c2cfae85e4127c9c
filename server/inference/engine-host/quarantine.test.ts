import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLogger } from '../../kernel/logging/logger.ts';
import type { Generation } from '../protocol.ts';
import { createQuarantine } from './quarantine.ts';
import { createScheduler } from './scheduler.ts';

const generation = (content: string, more: Partial<Generation> = {}): Generation => ({
  id: 'any',
  tenant: 't',
  prompt: null,
  messages: [{ role: 'user', content }],
  form: { is: 'text' },
  maxTokens: 1,
  temperature: 1,
  topP: 1,
  seed: 1,
  frequencyPenalty: 0,
  presencePenalty: 0,
  stop: [],
  logitBias: {},
  topLogprobs: null,
  ...more,
});

it('refuses a request of a key that has ended the engine twice, for an hour', () => {
  let now = 0;
  const quarantine = createQuarantine(() => now);
  const bomb = generation('bomb');
  quarantine.strike([{ key: 'k', generation: bomb }]);
  expect(quarantine.holds('k', bomb)).toBe(false);
  quarantine.strike([{ key: 'k', generation: generation('bomb', { id: 'another', seed: 2 }) }]);
  expect(quarantine.holds('k', bomb)).toBe(true);
  expect(quarantine.holds('k', generation('other'))).toBe(false);
  expect(quarantine.holds('other', bomb)).toBe(false);
  now += 3_600_000;
  expect(quarantine.holds('k', bomb)).toBe(false);
  quarantine.strike([{ key: 'k', generation: bomb }]);
  expect(quarantine.holds('k', bomb)).toBe(false);
});

it('remembers a limited number of requests', () => {
  const quarantine = createQuarantine(() => 0);
  for (const _ of [1, 2]) quarantine.strike([{ key: 'k', generation: generation('first') }]);
  for (let count = 0; count < 1_000; count += 1)
    quarantine.strike([{ key: 'k', generation: generation(`${count}`) }]);
  expect(quarantine.holds('k', generation('first'))).toBe(false);
});

/** An engine that ends when it gets a bomb, and answers everything else. */
const FRAGILE = `
  process.on('message', (message) => {
    if (message.op === 'load') process.send({ ev: 'ready', model: { slots: 2, contextSize: 64 } });
    if (message.op !== 'generate') return;
    const { id, messages } = message.generation;
    if (messages[0].content === 'bomb') process.exit(1);
    process.send({ ev: 'end', id, reason: 'stop', usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 1 } });
  });
  process.on('disconnect', () => process.exit());
`;

it('counts what was running when the engine ended, but not what was waiting or had been answered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-fragile-'));
  writeFileSync(join(folder, 'engine.mjs'), FRAGILE);
  const scheduler = createScheduler({
    entry: join(folder, 'engine.mjs'),
    load: { modelPath: '', slots: 2, contextSize: 64, threads: 1 },
    logger: createLogger('silent'),
    limits: { firstDelayMs: 5, longestDelayMs: 5 },
    queue: { total: 10, perTenant: 10, perKey: 10 },
    deadlineMs: 60_000,
  });
  const ask = (content: string, id: string) =>
    new Promise<string>((resolve) => {
      const nothing = () => undefined;
      const listener = { onStart: nothing, onRead: nothing, onText: nothing, onToolCall: nothing };
      scheduler.submit({ key: 'k', tenant: 't', requestClass: 0 }, generation(content, { id }), {
        ...listener,
        onEnd: resolve,
        onError: ({ code }) => resolve(code),
        onSettled: nothing,
      });
    });
  try {
    scheduler.start();
    for (const attempt of ['1', '2']) {
      expect(scheduler.isQuarantined('k', generation('bomb'))).toBe(false);
      const asked = ['bomb', 'bomb', 'kind'].map((content, index) => ask(content, `${attempt}-${index}`));
      // Both bombs have a slot; what waits for one is answered by the next engine.
      expect(await Promise.all(asked)).toEqual(['engine_lost', 'engine_lost', 'stop']);
      if (attempt === '1') expect(scheduler.engine.restarts).toBe(1);
    }
    expect(scheduler.isQuarantined('k', generation('bomb'))).toBe(true);
    expect(scheduler.isQuarantined('k', generation('kind'))).toBe(false);
  } finally {
    await scheduler.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
