import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBrowserReport, readVitestReport } from '../../scripts/test/lane-report.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lane-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it('names failed tests of Vitest, and a file that could not be loaded', () => {
  const suites = [
    {
      name: '/repo/test/a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'one' },
        { status: 'failed', fullName: 'group two' },
      ],
    },
    { name: '/repo/test/b.test.ts', status: 'failed', assertionResults: [] },
    {
      name: '/repo/test/c.test.ts',
      status: 'passed',
      assertionResults: [{ status: 'passed', fullName: 'x' }],
    },
  ];
  const file = report({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 3, testResults: suites });
  expect(readVitestReport(file, '/repo')).toEqual({
    passed: 2,
    failed: 2,
    skipped: 3,
    failures: [
      { file: 'test/a.test.ts', name: 'group two' },
      { file: 'test/b.test.ts', name: '' },
    ],
  });
});

it('names failed tests of Playwright, including those in groups', () => {
  const suites = [
    {
      specs: [{ ok: true, file: 'e2e/a.spec.ts', title: 'fine' }],
      suites: [{ specs: [{ ok: false, file: 'e2e/a.spec.ts', title: 'broken' }] }],
    },
  ];
  const file = report({ stats: { expected: 1, flaky: 0, skipped: 0, unexpected: 1 }, errors: [], suites });
  expect(readBrowserReport(file)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: [{ file: 'test/e2e/a.spec.ts', name: 'broken' }],
  });
});

it('counts an error outside any test as a failure', () => {
  const stats = { expected: 5, flaky: 0, skipped: 0, unexpected: 0 };
  expect(readBrowserReport(report({ stats, errors: [{ message: 'x' }], suites: [] }))).toMatchObject({
    failed: 1,
  });
});

it('returns null without a report', () => {
  expect(readVitestReport(join(folder, 'none.json'), folder)).toBeNull();
  expect(readBrowserReport(join(folder, 'none.json'))).toBeNull();
});
