import { expect, it } from 'vitest';
import { createCircuit, withJitter } from './circuit.ts';

function started() {
  const clock = { now: 0 };
  return {
    clock,
    circuit: createCircuit(
      () => clock.now,
      () => 0.5,
    ),
  };
}

it('opens after three failures in a row, not after three in all', () => {
  const { circuit } = started();
  expect([circuit.failed(), circuit.failed()]).toEqual([false, false]);
  circuit.succeeded();
  expect([circuit.failed(), circuit.failed(), circuit.isOpen()]).toEqual([false, false, false]);
  expect([circuit.failed(), circuit.isOpen()]).toEqual([true, true]);
});

it('lets one request try after the pause, closes when that succeeds, and waits twice as long when it fails', () => {
  const { circuit, clock } = started();
  for (let count = 0; count < 3; count += 1) circuit.failed();
  clock.now = 1_999;
  expect(circuit.isOpen()).toBe(true);
  clock.now = 2_000;
  expect(circuit.isOpen()).toBe(false);
  circuit.began();
  expect(circuit.isOpen()).toBe(true);
  circuit.failed();
  clock.now = 5_999;
  expect(circuit.isOpen()).toBe(true);
  clock.now = 6_000;
  expect(circuit.isOpen()).toBe(false);
  circuit.began();
  circuit.succeeded();
  expect(circuit.isOpen()).toBe(false);
});

it('pauses a minute at most, and tries again when the outcome of a trial is never known', () => {
  const { circuit, clock } = started();
  for (let count = 0; count < 100; count += 1) circuit.failed();
  clock.now = 60_000;
  expect(circuit.isOpen()).toBe(false);
  circuit.began();
  clock.now = 64_999;
  expect(circuit.isOpen()).toBe(true);
  clock.now = 65_000;
  expect(circuit.isOpen()).toBe(false);
});

it('pauses differ by a fifth', () => {
  expect(withJitter(100, () => 0)).toBeCloseTo(80);
  expect(withJitter(100, () => 1)).toBeCloseTo(120);
});
