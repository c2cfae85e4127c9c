// The figures of a benchmark as data, beside the lines that it prints: `bench -- all` makes its report of them.
import { appendFileSync } from 'node:fs';

/**
 * @typedef {object} Row One line of the report.
 * @property {string} id the same in every run: known causes of missed aims are kept by it
 * @property {string} name what was measured
 * @property {string} unit of `ours` and `floor`: /s, ms, MB …
 * @property {number | null} ours null where it failed
 * @property {string} [error] why it failed
 * @property {number} [floor] the same without the product, or with a peer, in the same run
 * @property {string} [beside] what `floor` is, where it is not the floor of the benchmark
 * @property {number} [ratio] of ours to the floor; the median of the rounds
 * @property {number[]} [rounds] the ratio of each round, or `ours` of each round where there is no floor
 * @property {{ p50?: number, p95?: number, p99?: number }} [ms] times of single requests
 * @property {{ figure: 'ours' | 'ratio' | 'p50' | 'p95' | 'p99', atLeast?: number, atMost?: number }} [aim]
 * @property {{ of: string, at: number, series: string, cost?: 'ours' }} [growth] the size of the data or the load, for the slope;
 *   with `cost: 'ours'` the slope is of the figure itself, not of its ratio
 */

/** Keeps a row for the report, if a report is being made. @param {Row} row */
export function record(row) {
  const path = process.env.BENCH_RESULTS;
  if (path) appendFileSync(path, `${JSON.stringify(row)}\n`);
}

/** Returns the part of an id that stands for a title. */
export function slug(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Returns the middle one of some values. */
export function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
