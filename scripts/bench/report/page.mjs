// Writes the page of a report: the machine, a table for each part, how cost grows, and what does not reach its aim.
import { growthOf } from './growth.mjs';

const HEAD = `# Performance

\`npm run bench -- all\` writes this page; do not edit it. [Benchmarks](benchmarks.md) says what each part measures and how, and keeps earlier figures.
Known causes of missed aims are in \`scripts/bench/report/causes.json\`.

Compare the ratios: they come from one run on one machine. A ratio is the median of the rounds, in which the product and its floor take turns; behind it is its
spread, from the lowest to the highest round, or the middle half where there are more than eight. "Open loop": requests are sent at a fixed rate whether or
not earlier ones are answered, and a time counts from when the request was due.
`;
const QUICK = `
**A quick run.** Its sizes are small and its rounds short: it shows that the benchmarks work, not how fast the product is.
`;

/**
 * Returns the page in Markdown. `parts` are what can be run (see parts.mjs), `results` what was, by name; `causes` are texts by
 * the id of a row or the beginning of it.
 */
export function reportPage({ machine, parts, results, causes }) {
  const known = parts.filter(({ name }) => results[name]);
  const isQuick = known.some(({ name }) => results[name].isQuick);
  const rows = known.flatMap(({ name }) => results[name].rows);
  return [
    HEAD + (isQuick ? QUICK : ''),
    `## Machine\n\n${table(['', ''], Object.entries(machine))}`,
    ...known.map((part) => partOf(part, results[part.name], machine)),
    `## How cost grows\n\n${growthSection(rows)}`,
    `## Not reached\n\n${missedSection(rows, causes)}`,
    `## Not run\n\n${notRunSection(parts, results)}`,
  ].join('\n\n');
}

function partOf({ name, title, floor }, result, machine) {
  const { rows, args, at, commit, seconds, load, state, error } = result;
  const about =
    `\`npm run bench -- ${[name, ...args].join(' ')}\`, ${at.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}: ` +
    `${duration(seconds)}, load ${load.begin.toFixed(1)} when it began and ${load.end.toFixed(1)} when it ended.` +
    (floor ? ` Floor: ${floor}.` : '') +
    otherMachine(result.machine ?? machine, machine);
  const failure =
    state === 'done' ? '' : `\n\n**${FAILED[state]}** The end of its output:\n\n\`\`\`text\n${error}\n\`\`\``;
  const lines = rows.map((row) => [
    row.name,
    row.error ? `failed: ${row.error}` : figure(row.ours, row.unit),
    row.floor === undefined ? '' : `${figure(row.floor, row.unit)}${row.beside ? ` (${row.beside})` : ''}`,
    ratioOf(row),
    timesOf(row),
    row.aim ? aimOf(row.aim) : '',
    row.aim ? (isMet(row) ? 'yes' : '**no**') : '',
  ]);
  const head = ['', 'ours', 'floor', 'ratio (spread)', 'p50, p95, p99 in ms', 'aim', 'met'];
  return `## ${title}\n\n${about}${failure}${lines.length > 0 ? `\n\n${table(head, lines)}` : ''}`;
}

/** Returns a sentence with the facts of the machine of a part that are not those at the top of the page. */
function otherMachine(own, shown) {
  const facts = Object.entries(own).filter(([name, value]) => shown[name] !== value);
  return facts.length === 0 ? '' : ` Other machine: ${facts.map((fact) => fact.join(' ')).join(', ')}.`;
}

const FAILED = {
  failed: 'It failed; rows that it had measured are below.',
  stopped: 'It ran past its time limit and was stopped; rows that it had measured are below.',
};

function growthSection(rows) {
  const lines = growthOf(rows).map(({ series, of, unit, points, perTenfold, bendsAt }) => [
    series,
    points.map(({ at, cost }) => `${at.toLocaleString('en')}: ${number(cost)}`).join('; '),
    `${of}, ${unit}`,
    perTenfold === null ? 'not measurable' : `× ${number(perTenfold)}`,
    bendsAt === null
      ? points.length < 3
        ? 'two sizes only'
        : 'no'
      : `from ${bendsAt.toLocaleString('en')} on`,
  ]);
  if (lines.length === 0) return 'Nothing was measured at several sizes.';
  return (
    'The cost at each size: the ratio to the floor where there is one, which grows less or more than the time itself if the floor grows. For ten times the size, 1 is ' +
    `flat and 10 in proportion. A bend is a size from which it grows clearly faster than before it.\n\n${table(['', 'cost by size', 'size, unit', 'for ten times the size', 'bends'], lines)}`
  );
}

function missedSection(rows, causes) {
  const missed = rows.filter((row) => row.error || (row.aim && !isMet(row)));
  if (missed.length === 0) return rows.length === 0 ? 'Nothing was measured.' : 'Every row reaches its aim.';
  const lines = missed.map((row) => [
    `\`${row.id}\``,
    row.name,
    row.error
      ? `failed: ${row.error}`
      : `${figure(measuredOf(row), UNITS[row.aim.figure] ?? row.unit)}; ${aimOf(row.aim)}`,
    causeOf(row.id, causes) ?? 'not known yet',
  ]);
  return table(['row', '', 'figure; aim', 'cause'], lines);
}

function notRunSection(parts, results) {
  const missing = parts.filter(({ name }) => !results[name]);
  if (missing.length === 0) return 'All parts were run.';
  return missing.map(({ name, title }) => `- ${title} (\`${name}\`)`).join('\n');
}

const UNITS = { ratio: '', p50: 'ms', p95: 'ms', p99: 'ms' };

function measuredOf({ aim, ours, ratio, ms }) {
  return { ours, ratio, ...ms }[aim.figure];
}

/** Returns whether a row reaches its aim; a figure that is missing does not. */
export function isMet(row) {
  const value = measuredOf(row);
  const { atLeast, atMost } = row.aim;
  if (typeof value !== 'number') return false;
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
}

/** Returns the cause with the longest key that the id begins with: a cause can be of all sizes or connections. */
function causeOf(id, causes) {
  const keys = Object.keys(causes).filter((key) => id === key || id.startsWith(`${key}/`));
  return causes[keys.toSorted((one, other) => other.length - one.length)[0]];
}

function aimOf({ figure: of, atLeast, atMost }) {
  const name = of === 'ours' ? '' : `${of} `;
  return atLeast === undefined ? `${name}≤ ${atMost.toLocaleString('en')}` : `${name}≥ ${atLeast}`;
}

function ratioOf({ ratio, rounds, unit }) {
  const spread = rounds && rounds.length > 1 ? ` (${spreadOf(rounds)})` : '';
  if (typeof ratio !== 'number') return spread && `${spread.trim()}${unit ? ` ${unit}` : ''}`;
  return `${number(ratio)}${spread}`;
}

function spreadOf(rounds) {
  const sorted = rounds.filter((one) => typeof one === 'number').toSorted((one, other) => one - other);
  const quarter = sorted.length > 8 ? Math.floor(sorted.length / 4) : 0;
  return `${number(sorted[quarter])} to ${number(sorted[sorted.length - 1 - quarter])}`;
}

function timesOf({ ms }) {
  if (!ms) return '';
  return ['p50', 'p95', 'p99'].map((name) => (ms[name] === undefined ? '–' : number(ms[name]))).join(', ');
}

function figure(value, unit) {
  if (typeof value !== 'number') return number(value);
  return unit?.startsWith('/') ? `${number(value)}${unit}` : `${number(value)} ${unit}`.trim();
}

/** Returns a number with about three digits. */
function number(value) {
  if (typeof value !== 'number') return 'not measured';
  const digits = Math.abs(value) >= 100 || value === 0 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function duration(seconds) {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`;
}

function table(head, lines) {
  const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...lines.map(line)].join('\n');
}
