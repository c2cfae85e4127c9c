import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { growthOf } from '../../scripts/bench/report/growth.mjs';
import { type Row, reportPage } from '../../scripts/bench/report/page.mjs';
import { runPart } from '../../scripts/bench/report/run-part.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RESULTS = resolve('scripts/bench/results.mjs');

/** Writes a benchmark that keeps one row and then does what is given. */
function benchmark(end: string): string {
  const file = join(folder, 'bench.mjs');
  writeFileSync(
    file,
    `import { record } from ${JSON.stringify(RESULTS)};
     record({ id: 'one/row', name: 'One row', unit: 'ms', ours: 5 });
     ${end}`,
  );
  return file;
}

const sized = (at: number, ours: number, ratio?: number): Row => ({
  ...{ id: `search/word/${at}`, name: `a word, ${at}`, unit: 'ms', ours },
  ...(ratio !== undefined && { floor: ours / ratio, ratio }),
  growth: { of: 'messages', at, series: 'a word' },
});

it('keeps the rows of a benchmark that ends well, one that fails with its error, and one that is stopped at its limit', async () => {
  const row = expect.objectContaining({ id: 'one/row', ours: 5 });
  const done = await runPart([benchmark('')], { limitMs: 20_000 });
  expect(done).toMatchObject({ state: 'done', rows: [row] });
  expect(done.error).toBeUndefined();
  const failed = await runPart([benchmark("throw new Error('the disk is full');")], { limitMs: 20_000 });
  expect(failed).toMatchObject({
    state: 'failed',
    rows: [row],
    error: expect.stringContaining('the disk is full'),
  });
  const stopped = await runPart([benchmark('setInterval(() => undefined, 1_000);')], { limitMs: 1_500 });
  expect(stopped.state).toBe('stopped');
});

it('takes the slope from the ratio to the floor, and says from which size the cost grows faster', () => {
  const flat = [sized(100, 2, 1), sized(1_000, 8, 1), sized(10_000, 40, 1)];
  expect(growthOf(flat)).toMatchObject([{ unit: '× floor', perTenfold: 1, bendsAt: null }]);
  const bent = [sized(10_000, 100), sized(100, 1), sized(1_000, 1.2)];
  const [growth] = growthOf(bent);
  expect(growth?.points.map(({ at }) => at)).toEqual([100, 1_000, 10_000]);
  expect(growth?.perTenfold).toBeCloseTo(10);
  expect(growth?.bendsAt).toBe(1_000);
  expect(growthOf([sized(100, 1)])).toEqual([]);
  expect(growthOf([sized(100, 0), sized(1_000, 4)])).toMatchObject([{ perTenfold: null }]);
});

it('lists a missed aim with its known cause, a part that failed with its error, and one that was not run', () => {
  const about = { at: '2026-11-27T10:00:00.000Z', seconds: 61, args: ['--rounds', '3'], commit: 'abc' };
  const rest = { ...about, load: { begin: 0.5, end: 1.25 }, isQuick: false };
  const api: Row[] = [
    {
      ...{ id: 'api/send/32', name: 'send', unit: '/s', ours: 450, floor: 1_000, ratio: 0.45 },
      ...{ rounds: [0.4, 0.45, 0.6], aim: { figure: 'ratio', atLeast: 0.5 }, ms: { p50: 4, p99: 21 } },
    },
    { id: 'api/list/1', name: 'list', unit: '/s', ours: 9, aim: { figure: 'p99', atMost: 100 } },
    { id: 'api/bad', name: 'batch', unit: 'ms', ours: null, error: 'returned 503' },
    { id: 'api/ok', name: 'history', unit: 'ms', ours: 9, aim: { figure: 'ours', atMost: 100 } },
  ];
  const page = reportPage({
    machine: { Cores: '2' },
    parts: ['api', 'search', 'start'].map((name) => ({ name, title: `Part ${name}` })),
    results: {
      api: { ...rest, state: 'done', rows: api },
      search: { ...rest, machine: { Cores: '4' }, state: 'failed', rows: [], error: 'the disk is full' },
    },
    causes: { 'api/send': 'The relay reads its events.', api: 'Something else.', 'api/list/12': 'Not this.' },
  });
  expect(page).toContain(
    '| send | 450/s | 1,000/s | 0.45 (0.40 to 0.60) | 4.00, –, 21.0 | ratio ≥ 0.5 | **no** |',
  );
  expect(page).toContain('| `api/send/32` | send | 0.45; ratio ≥ 0.5 | The relay reads its events. |');
  // A figure that is missing does not reach its aim.
  expect(page).toContain('| `api/list/1` | list | not measured; p99 ≤ 100 | Something else. |');
  expect(page).toContain('| `api/bad` | batch | failed: returned 503 | Something else. |');
  expect(page).not.toContain('`api/ok`');
  expect(page).toMatch(/## Part search\n[^#]*\*\*It failed[^#]*the disk is full/);
  expect(page.slice(page.indexOf('## Not run'))).toContain('- Part start (`start`)');
  expect(page.match(/Other machine: .*/g)).toEqual(['Other machine: Cores 4.']);
  expect(page).toContain('load 0.5 when it began and 1.3 when it ended');
});
