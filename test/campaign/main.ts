import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { check, type Verdict } from './checker.ts';
import { type ClusterFigures, clusterFigures } from './cluster/figures.ts';
import { probeCluster } from './cluster/probes.ts';
import { inject } from './inject.ts';
import {
  FAILURE_KINDS,
  isFailureKind,
  kindsOf,
  type PlannedFailure,
  planFailures,
  type StackName,
} from './plan.ts';
import { type ClientRecord, type Journal, openJournal, readJournals, recordsOf } from './records.ts';
import { type Section, violationsInWords, writeReport } from './report.ts';
import { collect, settle } from './settle.ts';
import { type Stack, startStack } from './stack.ts';
import { CLIENT_JOURNALS } from './work.ts';

const HELP = `npm run faults -- [options]

  --seed <number>      the same seed injects the same failures (default: 14)
  --count <number>     how many failures (default: 200; of a cluster: 12)
  --only <kinds>       only these kinds, separated by commas
  --customers <number> customers of each of the two workspaces (default: 4)
  --servers <number>   a cluster of so many API servers (npm run cluster), with failures of its own
  --galera             with --servers: three database nodes (npm run cluster -- --galera), with failures of theirs
  --durability off     a killed database forgets its last seconds: the checker must notice
  --no-report          leaves docs/fault-report.md as it is

Kinds:
${Object.entries(FAILURE_KINDS)
  .map(([kind, { title }]) => `  ${kind.padEnd(20)} ${title}`)
  .join('\n')}`;

const say = (line: string) => console.log(line);

/** Runs a campaign with the arguments of the command line. @returns the exit code. */
export async function runCampaign(root: string, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '14' },
      count: { type: 'string' },
      only: { type: 'string' },
      customers: { type: 'string', default: '4' },
      durability: { type: 'string', default: 'on' },
      servers: { type: 'string', default: '1' },
      galera: { type: 'boolean', default: false },
      'no-report': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const isDurable = values.durability !== 'off';
  const only = values.only?.split(',').map((word) => word.trim());
  const wrong = only?.find((word) => !isFailureKind(word));
  if (values.help || wrong !== undefined) {
    say(wrong === undefined ? HELP : `There is no failure "${wrong}".\n\n${HELP}`);
    return wrong === undefined ? 0 : 1;
  }
  if (process.platform !== 'linux') {
    say('The campaign finds processes in /proc and runs on Linux only.');
    return 1;
  }
  const seed = Number(values.seed);
  const servers = Number(values.servers);
  const isCluster = servers > 1;
  const isGalera = isCluster && values.galera;
  const count = Number(values.count ?? (isCluster ? 12 : isDurable ? 200 : 6));
  const kinds = only?.filter(isFailureKind) ?? kindsOf(isCluster, isGalera);
  const plan = isDurable
    ? planFailures({ seed, failures: count, only: kinds })
    : planFailures({ seed, failures: count, only: ['kill-database'] }).map((failure) => ({
        ...failure,
        stack: 'external' as const,
      }));
  const section: Section = isGalera ? 'galera' : isCluster ? 'cluster' : isDurable ? 'campaign' : 'off';
  const folder = join(root, 'test-results', 'failures', section);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  say(`${plan.length} failures, seed ${seed}. The clients' records are in ${folder}.`);

  const startedAt = Date.now();
  const skipped = new Set<string>();
  const verdicts: Verdict[] = [];
  const failures: Extract<ClientRecord, { is: 'failure' }>[] = [];
  let cluster: ClusterFigures | null = null;
  for (const name of ['embedded', 'external', 'cluster'] as const) {
    const ofStack = plan.filter(({ stack }) => stack === name);
    if (ofStack.length === 0) continue;
    const journals = join(folder, name);
    const records = await runStack({
      name,
      ofStack,
      journals,
      root,
      seed,
      isDurable,
      skipped,
      servers,
      isGalera,
      ...customersOf(values),
    });
    if (name === 'cluster') cluster = clusterFigures(servers, records);
    failures.push(...recordsOf(records, 'failure'));
    const verdict = check(records);
    verdicts.push(verdict);
    say(`  ${verdict.violations.length} violations`);
    for (const line of violationsInWords(verdict)) say(line);
  }
  const verdict = joined(verdicts);
  const outcome = {
    ...{ seed, section, cluster, startedAt, endedAt: Date.now(), failures, verdict, skipped: [...skipped] },
    command: `npm run faults -- ${args.join(' ')}`.trim(),
  };
  if (!values['no-report']) say(`Report: ${writeReport(root, outcome)}`);
  say(
    `${failures.length} failures, ${verdict.violations.length} violations, ${verdict.counts.doubles} sent twice after an unknown outcome`,
  );
  for (const [what, times] of verdict.findings) say(`  ${times} × ${what}`);
  const isAsExpected = isDurable === (verdict.violations.length === 0);
  if (!isDurable) say(isAsExpected ? 'The checker has noticed.' : 'The checker has NOT noticed.');
  return isAsExpected ? 0 : 1;
}

const customersOf = ({ customers }: { customers: string }) => ({ customers: Number(customers) });

interface StackRun {
  name: StackName;
  ofStack: readonly PlannedFailure[];
  journals: string;
  root: string;
  seed: number;
  servers: number;
  isGalera: boolean;
  customers: number;
  isDurable: boolean;
  skipped: Set<string>;
}

/** How long after the last failure everything must be done. Without durability, much of it never will be. */
const SETTLE_MS = 600_000;
const SETTLE_OFF_MS = 45_000;

async function runStack(run: StackRun): Promise<ClientRecord[]> {
  const { name, ofStack, journals, root, seed, customers, isDurable, skipped, servers, isGalera } = run;
  say(
    `\nStarting ${name === 'cluster' ? `${servers} API servers` : 'everything'} with ${isGalera ? 'three database nodes' : name === 'embedded' ? 'its own database' : 'a database behind a proxy'}…`,
  );
  const stack = await startStack({ name, root, journals, seed, customers, servers, isGalera, say });
  let ended = false;
  const onSignal = () => {
    if (ended) return;
    ended = true;
    say('Stopping…');
    void stack.stop().finally(() => process.exit(130));
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const journal = openJournal(journals, 'failures');
    await sleep(3_000);
    const background: Promise<void>[] = [];
    for (const [index, failure] of ofStack.entries()) {
      if (index === Math.floor(ofStack.length / 3)) await revokeKeys(stack, journal);
      if (name === 'cluster' && index % 3 === 0) await probeCluster(stack, journal);
      if (failure.kind === 'disk-full' && !stack.disk) {
        skipped.add('`disk-full`: a small file system can only be mounted as root');
        continue;
      }
      await sleep(failure.afterMs);
      background.push((await injectAndNote(stack, failure, journal, isDurable)).noted);
    }
    await Promise.all(background);
    say('  Waiting until everything that was accepted is done…');
    const began = performance.now();
    const open = await settle(stack, say, isDurable ? SETTLE_MS : SETTLE_OFF_MS);
    say(
      `  ${open.length === 0 ? 'Settled' : `${open.length} open`} after ${((performance.now() - began) / 1_000).toFixed(0)} s`,
    );
    const ending = new Promise((resolve) => stack.clients.once('exit', resolve));
    stack.clients.send('finish');
    await Promise.race([ending, sleep(60_000)]);
    const seen = await collect(stack);
    const answers = openJournal(journals, 'answers');
    for (const record of [...open, ...seen]) answers.write(record);
    return readJournals(journals, [...CLIENT_JOURNALS, 'platform', 'failures', 'answers']);
  } finally {
    ended = true;
    process.removeListener('SIGINT', onSignal).removeListener('SIGTERM', onSignal);
    await stack.stop();
  }
}

/** Injects a failure. `noted` settles when its recovery is written down, or did not come in time. */
async function injectAndNote(
  stack: Stack,
  failure: PlannedFailure,
  journal: Journal,
  isDurable: boolean,
): Promise<{ noted: Promise<void> }> {
  const { number, kind } = failure;
  const at = Date.now();
  const { clearedAt, recovery, isWaitedFor, note } = await inject(stack, failure, isDurable);
  const noted = recovery.then((recoveredAt) => {
    journal.write({ is: 'failure', number, kind, at, clearedAt, recoveredAt, ...(note ? { note } : {}) });
    const took =
      recoveredAt === null
        ? 'NOT RECOVERED'
        : `recovered in ${((recoveredAt - clearedAt) / 1_000).toFixed(1)} s`;
    say(`  ${String(number).padStart(4)}  ${kind.padEnd(20)} ${took}${note ? `  (${note})` : ''}`);
  });
  if (isWaitedFor) await noted;
  return { noted };
}

async function revokeKeys(stack: Stack, journal: Journal): Promise<void> {
  for (const { id, revokedKey, revokedKeyId } of stack.tenants) {
    await stack.admin('key', 'revoke', '--tenant', id, '--id', revokedKeyId);
    journal.write({ is: 'key-revoked', key: revokedKey, at: Date.now() });
  }
}

function joined(verdicts: readonly Verdict[]): Verdict {
  const [first, ...others] = verdicts;
  if (!first) throw new Error('no failure was injected');
  const counts = { ...first.counts };
  const findings = new Map(first.findings);
  for (const other of others) {
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += other.counts[name];
    for (const [what, times] of other.findings) findings.set(what, (findings.get(what) ?? 0) + times);
  }
  return { violations: verdicts.flatMap(({ violations }) => violations), counts, findings };
}
