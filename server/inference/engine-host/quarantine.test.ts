import { expect, it } from 'vitest';
import type { Generation } from '../protocol.ts';
import { createQuarantine } from './quarantine.ts';

const generation = (content: string, more: Partial<Generation> = {}): Generation => ({
  id: 'any',
  tenant: 't',
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
  quarantine.strike('k', bomb);
  expect(quarantine.holds('k', bomb)).toBe(false);
  quarantine.strike('k', generation('bomb', { id: 'another', seed: 2 }));
  expect(quarantine.holds('k', bomb)).toBe(true);
  expect(quarantine.holds('k', generation('other'))).toBe(false);
  expect(quarantine.holds('other', bomb)).toBe(false);
  now += 3_600_000;
  expect(quarantine.holds('k', bomb)).toBe(false);
  quarantine.strike('k', bomb);
  expect(quarantine.holds('k', bomb)).toBe(false);
});

it('remembers a limited number of requests', () => {
  const quarantine = createQuarantine(() => 0);
  for (const _ of [1, 2]) quarantine.strike('k', generation('first'));
  for (let count = 0; count < 1_000; count += 1) quarantine.strike('k', generation(`${count}`));
  expect(quarantine.holds('k', generation('first'))).toBe(false);
});
