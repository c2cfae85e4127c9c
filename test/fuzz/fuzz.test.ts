import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CREDENTIALS } from './credentials.ts';
import { setUpFuzzRig } from './fuzz-rig.ts';
import { Lane, type Shot } from './lane.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { requestFor } from './requests.ts';
import { Tally } from './tally.ts';
import { digestOf, tenantStates } from './tenant-state.ts';
import { damageName } from './wire-requests.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** `3:12:0:1` runs only what lane 3 was shrunk to. */
const PATH = process.env.FUZZ_PATH;
const LANES = 8;

/** Operations that hash a password take a hundred times as long as others. */
const HEAVY = /signIn|setup|members\.(add|change)/;

const weightOf = ({ api, name }: Operation) => (api === 'public' ? 16 : HEAVY.test(name) ? 1 : 4);

const shots: fc.Arbitrary<Shot> = fc.record({
  draft: fc.oneof(
    ...OPERATIONS.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: requestFor(operation, CREDENTIALS[operation.api]),
    })),
  ),
  damage: fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: damageName }),
});

it(`answers ${REQUESTS} requests that nobody should make, and stores nothing that it refuses`, async () => {
  const rig = await setUpFuzzRig();
  const bystander = await rig.makeTenant();
  const readState = await tenantStates(rig.database);
  const tally = new Tally();
  const lanes = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const tenant = await rig.makeTenant();
      tenant.bank.set('foreign', [...bystander.bank.of('contact'), ...bystander.bank.of('phone')]);
      tenant.bank.set('gone', [
        'ct_00000000000000000000000000',
        '15550100000',
        'msg_00000000000000000000000000',
      ]);
      return new Lane({ tenant, port: rig.port, readState, tally });
    }),
  );
  const untouched = await digestOf(rig.database, bystander.key);
  const startedAt = performance.now();

  const failures = await Promise.all(lanes.map((lane, index) => failureOf(lane, index)));
  for (const lane of lanes) lane.close();
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(
    `${REQUESTS} requests, seed ${SEED}, ${seconds.toFixed(1)} s, ${Math.round(REQUESTS / seconds)} a second\n  ${tally}`,
  );
  expect(
    failures.filter((failure) => failure !== null).toSorted((a, b) => a.length - b.length)[0],
  ).toBeUndefined();
  expect(await digestOf(rig.database, bystander.key), 'the workspace that was left alone').toBe(untouched);
}, 600_000);

/** Runs a lane; what failed first is made as small as it gets and described, with how to repeat it. */
async function failureOf(lane: Lane, index: number): Promise<string | null> {
  const [only, ...path] = PATH?.split(':') ?? [];
  if (only !== undefined && Number(only) !== index) return null;
  const result = await fc.check(
    fc.asyncProperty(shots, (shot) => lane.fire(shot)),
    {
      seed: SEED + index,
      numRuns: Math.ceil(REQUESTS / LANES),
      ...(PATH === undefined ? {} : { path: path.join(':') }),
    },
  );
  if (!result.failed) return null;
  const message =
    result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance);
  return `${message}\nagain: FUZZ_SEED=${SEED} FUZZ_PATH=${index}:${result.counterexamplePath} npx vitest run test/fuzz`;
}
