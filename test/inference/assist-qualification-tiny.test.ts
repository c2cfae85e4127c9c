import { afterAll, beforeAll, expect, it } from 'vitest';
import { MODEL_FEATURES } from '../../shared/domain/assist/qualification.ts';
import { eventually } from '../helpers/platform.ts';
import { type AssistRig, startAssist } from './assist-rig.ts';

/** The tiny model has random weights: a run with the real engine comes to its end, and offers nothing. */
let rig: AssistRig;
beforeAll(async () => {
  rig = await startAssist('tiny');
});
afterAll(() => rig.stop());

it('a model with random weights passes nothing', async () => {
  const { workspace, server } = rig.messaging;
  const view = async () => (await workspace.dashboard('GET', '/assist/qualification')).body;
  const ready = await eventually(async () => {
    const now = await view();
    return now.state === 'none' ? now : null;
  }, 30_000);
  // A test model never starts a run by itself.
  expect(ready).toMatchObject({ isTestModel: true, startsByItself: false });
  await workspace.dashboard('POST', '/assist/qualification');
  const { result } = await eventually(async () => {
    server.wake();
    const now = await view();
    return now.state === 'done' ? now : null;
  }, 900_000);
  if (process.env.SHOW) console.log(JSON.stringify(result.features, null, 1));
  expect(MODEL_FEATURES.filter((name) => result.features[name].isOffered)).toEqual([]);
  const drafts = result.features.drafts.figures;
  const figureOf = (measure: string) =>
    drafts.find((one: { measure: string }) => one.measure === measure).value;
  expect(figureOf('answers')).toBe(0);
  const { workspace: own } = rig.messaging;
  expect((await own.dashboard('GET', '/assist/model')).body.notOffered).toEqual(MODEL_FEATURES);
}, 920_000);
