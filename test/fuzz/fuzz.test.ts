import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { isSoak, sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { createStateReader, digestsOf } from '../helpers/tenant-state.ts';
import { CREDENTIALS } from './credentials.ts';
import { setUpFuzzRig } from './fuzz-rig.ts';
import { createLane, type LaneOptions, type Sender } from './lane.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { type DraftRequest, requestFor } from './requests.ts';
import { Tally } from './tally.ts';
import { createWireLane, type DamagedRequest } from './wire-lane.ts';
import { damageName } from './wire-requests.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? sized(500, 20_000, 120));
/** The soak lane makes new requests each time, the others the same ones. */
const SEED = Number(process.env.FUZZ_SEED ?? (isSoak ? Date.now() % 2 ** 31 : 1));
/**
 * `lane:path` from a failure: only that lane runs, starting with the shrunk request. `lane:` runs all requests of
 * the lane, for a failure that earlier ones have caused.
 */
const PATH = process.env.FUZZ_PATH;

const LANES = 8;
const WIRE_LANES = 8;
/** One in this many requests has its bytes damaged. */
const DAMAGED_SHARE = 20;
/** Requests per round, and rounds, for an operation that has not succeeded by chance. */
const REQUESTS_ALONE = 10;
const ROUNDS_ALONE = 200;
/** The loop has too few requests for that, and no time to try each operation alone. */
const MUST_ALL_SUCCEED = isSoak;
/** The round in which a new workspace takes the place of the one that these operations share. */
const FRESH_AT = 50;

/**
 * Operations that succeed only with values that belong together: a password, a code, credentials that the
 * platform knows, a delivery and its endpoint, a token of a link, a second device, a parked item, a
 * note of one's own, a saved reply, a scheduled message, the sandbox, an open invitation; models are
 * changed where a worker runs, in the only workspace. A new operation is not here until it is named.
 */
const NEEDS_MORE_THAN_CHANCE: ReadonlySet<string> = new Set(
  Object.entries({
    afterHours: ['allow'],
    replyProposals: ['accept', 'dismiss'],
    savedViews: ['change', 'remove'],
    automation: ['create', 'get', 'change', 'switch', 'move', 'remove', 'runs', 'test'],
    notifications: ['change'],
    replays: ['start', 'get', 'cases', 'cancel'],
    draftReplays: ['start', 'get', 'cases', 'compare', 'cancel'],
    rehearsals: ['start', 'get', 'stop', 'remove'],
    reminders: ['create', 'change', 'remove'],
    segments: ['get', 'count', 'update', 'remove'],
    broadcasts: ['create', 'preview', 'test', 'get', 'recipients', 'pause', 'resume', 'cancel', 'retry'],
    contacts: ['undoMerge'],
    contactsPage: ['markDistinct', 'undo'],
    webhookListener: ['answer', 'remove'],
    contactImports: [
      ...['upload', 'get', 'problems', 'check', 'commit', 'cancel', 'undo', 'rejected', 'remove'],
    ],
    savedReplies: ['change', 'remove', 'countUse'],
    conversations: ['cancel', 'sendNow', 'changeNote', 'removeNote'],
    welcome: ['openTestPhone'],
    invitations: ['revoke'],
    session: ['setup', 'setupDemo', 'signIn', 'confirm', 'changePassword'],
    twoFactor: [
      'start',
      'confirm',
      'renewRecoveryCodes',
      'disable',
      'reset',
      'finishSignIn',
      'startAtSignIn',
      'confirmAtSignIn',
    ],
    accessLinks: ['open', 'accept', 'resetPassword'],
    devices: ['signOut', 'signOutOthers'],
    parkedItems: ['retry'],
    notes: ['change', 'remove'],
    webhookEndpoints: ['revealSecret'],
    webhookDeliveries: ['get', 'resend'],
    templates: ['send', 'create', 'remove'],
    models: ['download', 'cancel', 'remove', 'use'],
    qualification: ['start', 'stop'],
    media: ['get', 'refetch', 'upload'],
    cloudApi: [
      'save',
      'setApp',
      'setToken',
      'setAccount',
      'addNumber',
      'setNumber',
      'numbers',
      'requestCode',
      'enterCode',
      'register',
      'subscribe',
    ],
  }).flatMap(([group, names]) => names.map((name) => `${group}.${name}`)),
);
/** The name of an operation in its contract, which both APIs may have. */
const contractName = ({ name }: Operation) => name.slice(name.indexOf(' ') + 1);

/** Operations that hash a password take a hundred times as long as others. */
const HEAVY = /signIn|setup$|members\.(add|change)/;
const weightOf = ({ api, name }: Operation) => (api === 'public' ? 16 : HEAVY.test(name) ? 2 : 4);

const requests: fc.Arbitrary<DraftRequest> = fc.oneof(
  ...OPERATIONS.map((operation) => ({
    weight: weightOf(operation),
    arbitrary: requestFor(operation, CREDENTIALS[operation.api]),
  })),
);
const damagedRequests: fc.Arbitrary<DamagedRequest> = fc.record({
  // The end of a response to HEAD is known only to a client that knows the method.
  draft: requests.filter(({ method }) => method !== 'HEAD'),
  damage: damageName,
});

it('excuses only operations that exist', () => {
  const names = new Set(OPERATIONS.map(contractName));
  expect([...NEEDS_MORE_THAN_CHANCE].filter((name) => !names.has(name))).toEqual([]);
});

it(`handles ${REQUESTS} hostile requests, and stores nothing from those it rejects`, async () => {
  const { server, port, database, makeTenant } = await setUpFuzzRig();
  const bystander = await makeTenant();
  const state = await createStateReader(database);
  const tally = new Tally();
  const powerless = await makeTenant();
  const lanes: Run[] = [];
  for (let index = 0; index < LANES; index += 1) {
    const tenant = await makeTenant();
    tenant.bank.set('foreign', [...bystander.bank.of('contact'), ...bystander.bank.of('phone')]);
    const count = Math.ceil((REQUESTS * (1 - 1 / DAMAGED_SHARE)) / LANES);
    lanes.push(runOf(lanes.length, createLane({ tenant, port, state, tally }), requests, count));
  }
  for (let index = 0; index < WIRE_LANES; index += 1) {
    const count = Math.ceil(REQUESTS / DAMAGED_SHARE / WIRE_LANES);
    lanes.push(
      runOf(lanes.length, createWireLane({ tenant: powerless, port, tally }), damagedRequests, count),
    );
  }
  const left = [bystander, powerless];
  const before = await Promise.all(left.map(({ key }) => digestsOf(database, key)));

  const startedAt = performance.now();
  const chosen = PATH === undefined ? lanes : lanes.slice(Number.parseInt(PATH, 10)).slice(0, 1);
  const failures = (await Promise.all(chosen.map((run) => run()))).filter((failure) => failure !== null);
  expect(chosen, `the lane of FUZZ_PATH=${PATH}`).not.toEqual([]);
  if (MUST_ALL_SUCCEED && PATH === undefined && failures.length === 0) {
    failures.push(...(await retryNeverSucceeded(makeTenant, { port, state, tally })));
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${REQUESTS} requests with seed ${SEED} in ${seconds.toFixed(1)} s\n  ${tally}`);

  if (failures.length > 0)
    console.log(`the log of the server:\n${failureLines(server.output()).slice(-5).join('\n')}`);
  expect(failures.toSorted((one, other) => one.length - other.length)[0]).toBeUndefined();
  const after = await Promise.all(left.map(({ key }) => digestsOf(database, key)));
  expect(after, 'workspaces that no request may change').toEqual(before);
  await untilProcessed(database);
  expect(failureLines(server.output()), 'failed requests and other output').toEqual([]);
  const rejected = MUST_ALL_SUCCEED && PATH === undefined ? neverSucceeded(tally) : [];
  expect(
    rejected.map(({ name }) => name),
    'operations that never succeeded',
  ).toEqual([]);
}, 600_000);

/**
 * Tries operations that have not succeeded yet alone: an operation that was always rejected has not been
 * tested beyond its first check, and that must not depend on the seed.
 */
async function retryNeverSucceeded(
  makeTenant: () => Promise<LaneOptions['tenant']>,
  options: Omit<LaneOptions, 'tenant'>,
): Promise<string[]> {
  let lane = createLane({ ...options, tenant: await makeTenant() });
  for (const operation of neverSucceeded(options.tally)) {
    const drafts = requestFor(operation, CREDENTIALS[operation.api]);
    for (let round = 0; round < ROUNDS_ALONE && isMissing(options.tally, operation); round += 1) {
      // The operations before it may have deleted what this one needs.
      if (round === FRESH_AT) lane = createLane({ ...options, tenant: await makeTenant() });
      const failure = await runOf(LANES + WIRE_LANES + round, lane, drafts, REQUESTS_ALONE)();
      // It depends on what the other lanes did: only the whole run reproduces it, not this lane alone.
      if (failure !== null)
        return [
          `tried alone: ${operation.name}\n${failure.replace(/\nreproduce: .*/, `\nreproduce: FUZZ_SEED=${SEED}`)}`,
        ];
    }
  }
  return [];
}

type Run = () => Promise<string | null>;

/** Returns a run of `count` requests, which shrinks a failure and describes how to reproduce it. */
function runOf<Draft>(lane: number, sender: Sender<Draft>, drafts: fc.Arbitrary<Draft>, count: number): Run {
  return async () => {
    const result = await fc.check(
      fc.asyncProperty(drafts, (draft) => sender.send(draft)),
      {
        // Far apart, so that runs with adjacent seeds have no lane in common.
        seed: (SEED + lane * 0x9e3779b1) | 0,
        numRuns: count,
        ...(PATH ? { path: PATH.slice(PATH.indexOf(':') + 1) } : {}),
      },
    );
    const error = result.failed
      ? result.errorInstance
      : await sender.finish().then(
          () => null,
          (thrown) => thrown,
        );
    if (error === null) return null;
    const again = `FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS} FUZZ_PATH=${lane}:${result.counterexamplePath ?? ''}`;
    const whole = `with all requests before it: FUZZ_PATH=${lane}:`;
    return `${error instanceof Error ? error.message : String(error)}\nreproduce: ${again} npx vitest run test/fuzz; ${whole}`;
  };
}

/**
 * Returns failed requests, and output of the process that is not a log line. Background work may conflict
 * with a deletion or another worker, and is retried.
 */
function failureLines(output: string): string[] {
  const lines = output.split('\n').filter(Boolean);
  return lines.filter((line) => !line.startsWith('{"level"') || line.includes('"msg":"request failed"'));
}

/** Waits until all callbacks are processed. */
async function untilProcessed(database: Database): Promise<void> {
  await eventually(async () => {
    const [open] = await database.select<{ count: number }>(
      'SELECT COUNT(*) AS count FROM inbound_callbacks WHERE state = 0',
    );
    return Number(open?.count) === 0;
  }, 60_000);
}

function neverSucceeded(tally: Tally): Operation[] {
  const reachable = OPERATIONS.filter((operation) => !NEEDS_MORE_THAN_CHANCE.has(contractName(operation)));
  return reachable.filter((operation) => isMissing(tally, operation));
}

function isMissing(tally: Tally, { name, successStatus }: Operation): boolean {
  return !tally.has(name, successStatus);
}
