import { describe, expect, it } from 'vitest';
import { StepGate } from './step-gate.ts';

function held() {
  let release: () => void = () => undefined;
  const work = () => new Promise<string>((resolve) => (release = () => resolve('done')));
  return { work, release: () => release() };
}

describe('the step gate', () => {
  it('blocks steps until all work on the context is done', async () => {
    const gate = new StepGate();
    const [one, two] = [held(), held()];
    const works = [gate.between(one.work), gate.between(two.work)];
    let hasPassed = false;
    const passing = gate.pass().then(() => (hasPassed = true));
    one.release();
    expect(await works[0]).toBe('done');
    expect([gate.isClosed, hasPassed]).toEqual([true, false]);
    two.release();
    await passing;
    expect(gate.isClosed).toBe(false);
  });

  it('opens after failed work', async () => {
    const gate = new StepGate();
    await expect(gate.between(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await gate.pass();
  });
});
