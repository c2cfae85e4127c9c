import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from './checker.ts';
import { type ClusterFigures, clusterLines } from './cluster/figures.ts';
import { FAILURE_KINDS, type FailureKind } from './plan.ts';
import { groupBy, type RecordOf } from './records.ts';
import { RULES } from './rules.ts';

const HEADINGS = {
  campaign: '## The campaign',
  cluster: '## Several API servers',
  galera: '## Several database nodes',
  off: '## With durability off',
} as const;

/** The part of the report that a campaign writes. */
export type Section = keyof typeof HEADINGS;

/** One campaign, finished. */
export interface Outcome {
  seed: number;
  command: string;
  section: Section;
  /** What only a cluster has. */
  cluster: ClusterFigures | null;
  startedAt: number;
  endedAt: number;
  failures: readonly RecordOf<'failure'>[];
  verdict: Verdict;
  /** What could not be done on this machine, in sentences. */
  skipped: readonly string[];
}

const INTRO = `# Failure report

Written by \`npm run faults\`. A campaign starts the whole product (launcher, API server, inference, engine, MariaDB), clients that
write down what they send and what they are answered, the sandbox platform and webhook receivers. It injects failures from a seed, lets
everything settle, and compares the clients' records with each other and with the public API. See
[decision 0252](decisions/0252-failure-campaign.md).
`;

/** Writes the outcome into its section of the report, and leaves the other sections as they are. */
export function writeReport(root: string, outcome: Outcome): string {
  const file = join(root, 'docs', 'fault-report.md');
  const sections = { ...readSections(file), [outcome.section]: sectionOf(outcome, root) };
  const parts = (Object.keys(HEADINGS) as Section[]).map((name) => sections[name]);
  writeFileSync(file, [INTRO, ...parts].filter((part) => part !== '').join('\n'));
  return file;
}

function readSections(file: string): Record<Section, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const at = (heading: string) => {
    const place = text.indexOf(`${heading}\n`);
    if (place < 0) return '';
    const end = text.indexOf('\n## ', place + 1);
    return text.slice(place, end < 0 ? undefined : end + 1);
  };
  return {
    ...{ campaign: at(HEADINGS.campaign), cluster: at(HEADINGS.cluster) },
    ...{ galera: at(HEADINGS.galera), off: at(HEADINGS.off) },
  };
}

const INTRODUCTIONS: Record<Section, readonly string[]> = {
  campaign: [],
  cluster: [
    'Servers of `npm run cluster` behind HAProxy, with Redis and one database. API clients read and send, the platform hands over',
    'messages, dashboards are open, all through the balancer. Revocations and limits are tried at each server directly.',
    '',
  ],
  galera: [
    'The same cluster on three nodes of MariaDB Galera (`npm run cluster -- --galera`), one for each API server.',
    '',
  ],
  off: [
    'The database is killed, and its files are set back to their state of three seconds before: what was acknowledged in',
    'these seconds is lost. The checker must notice, so violations are expected here.',
    '',
  ],
};

function sectionOf(outcome: Outcome, root: string): string {
  const { verdict, failures, seed, startedAt, endedAt, section, cluster, skipped } = outcome;
  const { counts, violations, findings } = verdict;
  const minutes = ((endedAt - startedAt) / 60_000).toFixed(1);
  const lines = [
    HEADINGS[section],
    '',
    ...INTRODUCTIONS[section],
    `**${failures.length} failures, ${violations.length} violations.** Seed ${seed}, ${new Date(startedAt).toISOString().slice(0, 10)}, ${minutes} minutes.`,
    '',
    '```sh',
    outcome.command,
    '```',
    '',
    ...machineLines(root).map((line) => `- ${line}`),
    ...skipped.map((line) => `- Not done: ${line}`),
    '',
    '| what the clients did | count |',
    '|---|---|',
    `| customers' messages acknowledged with 200 | ${counts.callbacks} |`,
    `| sends acknowledged with 201 | ${counts.sends} |`,
    `| sends accepted by the platform | ${counts.phones} |`,
    `| of these a second time, after an unknown outcome | ${counts.doubles} |`,
    `| webhook deliveries answered with 200 | ${counts.webhooks} |`,
    `| events shown by dashboards | ${counts.events} |`,
    `| model calls answered | ${counts.modelCalls} |`,
    '',
    ...(cluster ? clusterLines(cluster) : []),
    '| failure | count | recovery: median | longest |',
    '|---|---|---|---|',
    ...kindLines(failures),
    '',
    'Recovery: from the end of the failure until the process answers again; for the platform, until it accepts the next send.',
    '',
    ...(findings.size === 0
      ? ['No client got a server error other than 503.']
      : [
          'Server errors other than 503 that clients got:',
          '',
          ...[...findings].map(([what, count]) => `- ${count} × ${what}`),
        ]),
    '',
    ...violationLines(outcome),
  ];
  return `${lines.join('\n')}\n`;
}

function kindLines(failures: readonly RecordOf<'failure'>[]): string[] {
  const byKind = groupBy(failures, ({ kind }) => kind);
  return (Object.keys(FAILURE_KINDS) as FailureKind[]).flatMap((kind) => {
    const ofKind = byKind.get(kind);
    if (!ofKind) return [];
    const times = ofKind
      .flatMap(({ clearedAt, recoveredAt }) => (recoveredAt === null ? [] : [recoveredAt - clearedAt]))
      .toSorted((a, b) => a - b);
    const seconds = (ms: number | undefined) => (ms === undefined ? 'none' : `${(ms / 1_000).toFixed(1)} s`);
    const isMeasured = times.some((ms) => ms > 0);
    const median = isMeasured ? seconds(times[Math.floor(times.length / 2)]) : '';
    const longest = isMeasured ? seconds(times.at(-1)) : '';
    return [`| ${FAILURE_KINDS[kind].title} (\`${kind}\`) | ${ofKind.length} | ${median} | ${longest} |`];
  });
}

const SHOWN = 10;

function violationLines({ verdict: { violations } }: Outcome): string[] {
  if (violations.length === 0) return ['No violations.'];
  const byRule = groupBy(violations, ({ rule }) => rule);
  return [
    '| rule | violations | examples |',
    '|---|---|---|',
    ...[...byRule].map(([rule, ofRule]) => {
      const examples = ofRule.slice(0, 2).map(({ what }) => what.replaceAll('|', '/').slice(0, 120));
      return `| ${RULES[rule as keyof typeof RULES]} | ${ofRule.length} | ${examples.join('; ')} |`;
    }),
  ];
}

/** Returns the first violations of a verdict, for the terminal. */
export function violationsInWords({ violations }: Verdict): string[] {
  const lines = violations.slice(0, SHOWN).map(({ rule, what }) => `  ${rule}: ${what}`);
  return violations.length > SHOWN ? [...lines, `  and ${violations.length - SHOWN} more`] : lines;
}

function machineLines(root: string): string[] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const said = (command: string, ...args: string[]) => {
    try {
      return execFileSync(command, args, { cwd: root, encoding: 'utf8' }).trim().split('\n')[0] ?? '';
    } catch {
      return 'unknown';
    }
  };
  const [cpu] = cpus();
  return [
    `Switchboard ${version}, commit ${said('git', 'rev-parse', '--short', 'HEAD')}; Node ${process.versions.node}`,
    said('mariadbd', '--version').replace(/^\S*mariadbd\s+/, 'MariaDB '),
    `${platform()} ${release()} ${arch()}, ${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
  ];
}
