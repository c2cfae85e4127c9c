import { expect, it } from 'vitest';
import { conditionOf, unmetCondition } from './rule-parts.ts';

const rule = { conditions: [conditionOf('inside_hours', null)], updatedAt: '2026-03-04T10:00:00.000Z' };

it('names the condition that stopped a run, unless the rule has changed since', () => {
  const run = { condition: 0, doneAt: '2026-03-04T10:00:01.000Z' };
  expect(unmetCondition(run, rule)).toEqual({ kind: 'hours', inside: true });
  expect(unmetCondition({ ...run, doneAt: '2026-03-04T09:59:59.000Z' }, rule)).toBeNull();
  expect(unmetCondition({ ...run, condition: 1 }, rule)).toBeNull();
  expect(unmetCondition({ ...run, condition: null }, rule)).toBeNull();
});
